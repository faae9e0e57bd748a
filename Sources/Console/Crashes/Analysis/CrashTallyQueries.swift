import Storage

extension Connection {
    func add(_ tally: CrashTally, to app: String) throws {
        try add(tally.hours.map { [.text(app), .text($0.group), .integer($0.hour), .text($0.version), .integer($1)] }, to: CrashTables.hour)
        try addTraits(tally.traits, app)
        let devices = try addMembers(tally.devices, app, CrashTables.device) { [tally.firsts[$0].sqlValue] }
        try add(tally.firsts.map { Self.row(app, ($0, 0)) + [.integer($1)] }, to: CrashTables.first)
        let users = try addMembers(tally.users, app, CrashTables.user) { _ in [] }
        for (group, reports) in tally.reports.sorted(by: { $0.key < $1.key }) {
            try run(
                """
                UPDATE crash_group SET reports = reports + \(reports), devices = devices + \(devices[group] ?? 0), users = users + \(users[group] ?? 0)
                WHERE app_id = \(app) AND id = \(group)
                """
            )
        }
        try dropEmpty(app, tally.shrunk)
    }

    /// - Parameter rest: of a row, what comes behind its count.
    /// - Returns: how many of each group are there for the first time.
    private func addMembers(
        _ members: [CrashTally.Member: Int],
        _ app: String,
        _ table: BulkTable,
        rest: (CrashTally.Member) -> [SQLValue]
    ) throws -> [String: Int] {
        func row(_ member: (CrashTally.Member, Int)) -> [SQLValue] { Self.row(app, member) + rest(member.0) }
        let more = members.filter { $0.value > 0 }.map { ($0.key, $0.value) }
        let rows = table.ordered(more, by: row)
        let inserted = Set(try insertNew(rows.map(row), into: table))
        let known = rows.enumerated().filter { !inserted.contains($0.offset) }.map(\.element)
        let others = known + members.filter { $0.value < 0 }.map { ($0.key, $0.value) }
        try add(others.map(row), to: table)
        return Dictionary(inserted.map { (rows[$0].0.group, 1) }, uniquingKeysWith: +)
    }

    private static func row(_ app: String, _ member: (CrashTally.Member, Int)) -> [SQLValue] {
        [.text(app), .text(member.0.group), .text(member.0.id), .integer(member.1)]
    }

    /// A group shows ``CrashLimits/facetValues`` values of each facet; what comes beyond is counted together, under no name.
    private func addTraits(_ traits: [CrashTally.Trait: Int], _ app: String) throws {
        let counts = try crashFacetCounts(app, Set(traits.keys.map(\.group)).sorted())
        var room = counts.mapValues { CrashLimits.facetValues - $0.count }
        var rows: [CrashTally.Trait: Int] = [:]
        for (trait, count) in traits.sorted(by: { $0.key.value < $1.key.value }) {
            let place = CrashFacetPlace(group: trait.group, facet: trait.facet)
            let isKnown = counts[place]?.contains(trait.value) ?? false
            if !isKnown { room[place, default: CrashLimits.facetValues] -= 1 }
            let fits = isKnown || room[place, default: 0] >= 0
            rows[fits ? trait : CrashTally.Trait(group: trait.group, facet: trait.facet, value: CrashLimits.otherValue), default: 0] += count
        }
        try add(
            rows.map { [.text(app), .text($0.group), .text($0.facet.rawValue), .text($0.value), .integer($1)] },
            to: CrashTables.facet
        )
    }

    /// Takes away what counts nothing any more, and counts who is left.
    private func dropEmpty(_ app: String, _ groups: [String]) throws {
        for group in groups {
            for table in ["crash_group_hour", "crash_group_facet", "crash_group_device", "crash_group_user"] as [SQL] {
                try run("DELETE FROM \(table) WHERE app_id = \(app) AND group_id = \(group) AND reports <= 0")
            }
            try run(
                """
                UPDATE crash_group SET
                    devices = (SELECT count(*) FROM crash_group_device WHERE app_id = \(app) AND group_id = \(group)),
                    users = (SELECT count(*) FROM crash_group_user WHERE app_id = \(app) AND group_id = \(group))
                WHERE app_id = \(app) AND id = \(group)
                """
            )
        }
    }
}

struct CrashFacetPlace: Hashable {
    let group: String
    let facet: CrashFacet
}

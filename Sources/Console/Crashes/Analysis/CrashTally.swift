import Storage

/// What a batch changes in the counts of groups: more where reports are new, less where they were before.
struct CrashTally {
    struct Hour: Hashable {
        let group: String
        let hour: Int
        let version: String
    }

    struct Trait: Hashable {
        let group: String
        let facet: CrashFacet
        let value: String
    }

    struct Member: Hashable {
        let group: String
        let id: String
    }

    private(set) var reports: [String: Int] = [:]
    private(set) var hours: [Hour: Int] = [:]
    private(set) var traits: [Trait: Int] = [:]
    private(set) var devices: [Member: Int] = [:]
    private(set) var users: [Member: Int] = [:]

    init(_ placed: [CrashPlaced]) {
        for one in placed where one.isMoved {
            add(one.finding.row, to: one.place.group, 1)
            if let before = one.before { add(one.finding.row, to: before.group, -1) }
        }
    }

    private mutating func add(_ row: CrashUnread, to group: String, _ count: Int) {
        reports[group, default: 0] += count
        hours[Hour(group: group, hour: row.hour, version: row.version), default: 0] += count
        for (facet, value) in row.facets { traits[Trait(group: group, facet: facet, value: value), default: 0] += count }
        if !row.device.isEmpty { devices[Member(group: group, id: row.device), default: 0] += count }
        if !row.user.isEmpty { users[Member(group: group, id: row.user), default: 0] += count }
    }

    /// Those that lost reports.
    var shrunk: [String] { reports.filter { $0.value < 0 }.keys.sorted() }
}

extension CrashUnread {
    /// Hours since 1970.
    var hour: Int { Int((Double(time) / 3_600_000).rounded(.down)) }
}

extension Connection {
    func add(_ tally: CrashTally, to app: String) throws {
        try add(tally.hours.map { [.text(app), .text($0.group), .integer($0.hour), .text($0.version), .integer($1)] }, to: CrashTables.hour)
        try addTraits(tally.traits, app)
        let devices = try addMembers(tally.devices, app, CrashTables.device)
        let users = try addMembers(tally.users, app, CrashTables.user)
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

    /// - Returns: how many of each group are there for the first time.
    private func addMembers(_ members: [CrashTally.Member: Int], _ app: String, _ table: BulkTable) throws -> [String: Int] {
        let more = members.filter { $0.value > 0 }.map { ($0.key, $0.value) }
        let rows = table.ordered(more) { Self.row(app, $0) }
        let inserted = Set(try insertNew(rows.map { Self.row(app, $0) }, into: table))
        let known = rows.enumerated().filter { !inserted.contains($0.offset) }.map(\.element)
        let others = known + members.filter { $0.value < 0 }.map { ($0.key, $0.value) }
        try add(others.map { Self.row(app, $0) }, to: table)
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

/// Tables that get many rows at once.
enum CrashTables {
    static let hour = BulkTable(
        "crash_group_hour",
        [.init("app_id", .text), .init("group_id", .text), .init("hour", .integer), .init("version", .text), .init("reports", .integer)],
        key: ["app_id", "group_id", "hour", "version"],
        conflict: .add(["reports"])
    )
    static let facet = BulkTable(
        "crash_group_facet",
        [.init("app_id", .text), .init("group_id", .text), .init("facet", .text), .init("value", .text), .init("reports", .integer)],
        key: ["app_id", "group_id", "facet", "value"],
        conflict: .add(["reports"])
    )
    static let device = member("crash_group_device", "device")
    static let user = member("crash_group_user", "user_id")

    private static func member(_ name: String, _ column: String) -> BulkTable {
        BulkTable(
            name,
            [.init("app_id", .text), .init("group_id", .text), .init(column, .text), .init("reports", .integer)],
            key: ["app_id", "group_id", column],
            conflict: .add(["reports"])
        )
    }

    static let analysis = BulkTable(
        "crash_analysis",
        [
            .init("app_id", .text), .init("crash_id", .text), .init("group_id", .text), .init("grouping", .integer), .init("fingerprint", .text),
            .init("format", .text), .init("time", .integer), .init("waits", .integer),
        ],
        key: ["app_id", "crash_id"],
        conflict: .replace(["group_id", "grouping", "fingerprint", "format", "waits"])
    )
    static let want = BulkTable(
        "crash_want",
        [.init("app_id", .text), .init("debug_id", .text), .init("crash_id", .text)],
        key: ["app_id", "debug_id", "crash_id"],
        conflict: .keep
    )
}

/// What is kept of groups, and done at a time.
enum CrashLimits {
    static let facetValues = 200
    /// Stands for all beyond.
    static let otherValue = "…"
    /// Reports that one merge, split or change of grouping has read again.
    static let readAgain = 100_000
    /// Of a comment, in characters.
    static let comment = 4_000
    /// Rules of an app.
    static let rules = 200
}

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
    /// When a device reported a group first, of the reports that come to it, in ms since 1970.
    private(set) var firsts: [Member: Int] = [:]

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
        if !row.device.isEmpty {
            let member = Member(group: group, id: row.device)
            devices[member, default: 0] += count
            if count > 0 { firsts[member] = min(firsts[member] ?? row.time, row.time) }
        }
        if !row.user.isEmpty { users[Member(group: group, id: row.user), default: 0] += count }
    }

    /// Those that lost reports.
    var shrunk: [String] { reports.filter { $0.value < 0 }.keys.sorted() }
}

extension CrashUnread {
    /// Hours since 1970.
    var hour: Int { Int((Double(time) / 3_600_000).rounded(.down)) }
}

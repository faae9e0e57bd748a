import Foundation
import Web

/// What the list of groups shows beside it.
struct CrashGroupListPage: Codable, Sendable {
    let rows: [Row]
    let platforms: [AppPlatformChoice]
    let states: [StateChoice]
    let kinds: [Choice]
    let days: [Choice]
    let assignees: [CrashAssignee]
    /// `me`, `none`, or an account.
    let mine: Bool
    let nobody: Bool
    let q: String
    let version: String
    let sort: CrashGroupSort
    let sorts: Sorts
    /// Groups are left out by a filter.
    let filtered: Bool
    /// Reports that came, and are in no group yet.
    let waiting: Int?
    let mayWork: Bool
    let pager: Pager

    struct Row: Codable, Sendable {
        let group: CrashGroup
        let facts: CrashGroupLook
        /// Reports of the last two weeks, a day each.
        let spark: SafeHTML
        /// In words, for those who do not see it.
        let recent: Int
        let assignee: String
    }

    struct StateChoice: Codable, Sendable {
        let state: CrashGroupState
        let chosen: Bool
    }

    struct Choice: Codable, Sendable {
        let value: String
        let chosen: Bool
    }

    /// The heads of columns: where each leads, and which one is in force.
    struct Sorts: Codable, Sendable {
        let last: Sort
        let first: Sort
        let count: Sort
        let devices: Sort
    }

    struct Sort: Codable, Sendable {
        let href: String
        /// As `aria-sort` says it.
        let direction: String
    }
}

/// What templates ask of a group beside its fields.
struct CrashGroupLook: Codable, Sendable {
    let open: Bool
    let resolved: Bool
    let ignored: Bool
    /// First seen within a day.
    let isNew: Bool
    /// It came back, and nobody resolved it since.
    let regressed: Bool
    /// `4.2.0`, or `4.1.0 - 4.2.0`.
    let versions: String

    private static let newest = 86_400.0

    init(_ group: CrashGroup, at now: Date) {
        open = group.state == .open
        resolved = group.state == .resolved
        ignored = group.state == .ignored
        isNew = now.timeIntervalSince(group.firstSeen) < Self.newest
        regressed = group.state == .open && group.regressedAt.value != nil
        let (first, last) = (group.versions.first ?? group.firstVersion, group.versions.last ?? group.lastVersion)
        versions = first == last ? first : "\(first) - \(last)"
    }
}

/// Who may look after a group.
struct CrashAssignee: Codable, Sendable {
    let id: String
    let name: String
    let chosen: Bool
}

extension CrashGroupListPage {
    /// Days of the small trend.
    static let sparkDays = 14
    private static let spans = [1, 7, 30, 90]

    /// - Parameters:
    ///   - sparks: reports by day of each group.
    ///   - accounts: those who may look after groups.
    init(
        _ list: List<CrashGroup>,
        _ query: CrashGroupRoutes.Query,
        _ place: ListPlace,
        sparks: [String: [Int]],
        accounts: [Account],
        waiting: Int,
        _ app: App,
        _ context: Context
    ) {
        let names = Dictionary(accounts.map { ($0.id, $0.name) }) { first, _ in first }
        rows = list.items.map { group in
            let days = sparks[group.id] ?? []
            return Row(
                group: group,
                facts: CrashGroupLook(group, at: context.reader.now),
                spark: Sparkline.html(days.map { Double($0) }, style: group.state == .open ? 2 : 6),
                recent: days.reduce(0, +),
                assignee: group.assignee.value.map { names[$0] ?? $0 } ?? ""
            )
        }
        platforms = AppPlatformChoice.all(of: app, chosen: query.platform?.rawValue)
        states = CrashGroupState.allCases.map { StateChoice(state: $0, chosen: $0 == query.state) }
        kinds = [false, true].map { (kind: Bool) in Choice(value: "\(kind)", chosen: kind == query.handled) }
        days = Self.spans.map { Choice(value: "\($0)", chosen: $0 == query.days) }
        assignees = accounts.map { CrashAssignee(id: $0.id, name: $0.name, chosen: $0.id == query.assignee) }
        (mine, nobody) = (query.assignee == "me", query.assignee == "none")
        q = context.filled("q", query.q ?? "")
        version = context.filled("version", query.version ?? "")
        sort = query.sort ?? .last
        sorts = Sorts(current: query.sort ?? .last, context)
        filtered =
            query.platform != nil || query.state != nil || query.handled != nil || query.days != nil
            || [query.q, query.version, query.assignee].contains { $0?.orNil != nil }
        self.waiting = waiting > 0 ? waiting : nil
        mayWork = context.mayOperate(app.id)
        pager = Pager(list, place, context)
    }
}

extension CrashGroupListPage.Sorts {
    fileprivate init(current: CrashGroupSort, _ context: Context) {
        func sort(_ sort: CrashGroupSort) -> CrashGroupListPage.Sort {
            let query = context.query.setting("cursor", nil).setting("sort", sort.rawValue)
            return .init(href: context.link(query), direction: sort == current ? "descending" : "none")
        }
        self.init(last: sort(.last), first: sort(.first), count: sort(.count), devices: sort(.devices))
    }
}

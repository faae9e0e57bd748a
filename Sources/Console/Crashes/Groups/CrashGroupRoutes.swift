import Foundation
import Web

/// Groups of crashes, as pages and as JSON.
struct CrashGroupRoutes: Sendable {
    let groups: CrashGroups
    let pages: CrashGroupPages
    let apps: Apps

    func add(to routes: Routes) throws {
        let (all, one) = ("apps/{app}/crashes", "apps/{app}/crashes/{group}")
        let list = try routes.get(
            all,
            "List crash groups.",
            needs: .role(.viewer),
            page: "apps/{app}/crash-groups",
            view: "Crashes/groups",
            menu: .under(.governance, "crashes.menu", key: "e"),
            self.list
        )
        let page = try routes.get(
            one,
            "Get a crash group; one that was merged is the one that has its reports.",
            needs: .role(.viewer),
            page: "apps/{app}/crash-groups/{group}",
            view: "Crashes/group",
            show
        )
        try routes.api(.get, "\(one)/reports", "List a group's reports that are kept, newest first.", needs: .role(.viewer), reports)
        try routes.api(.get, "\(one)/trend", "A group's reports by hour or day, with their versions.", needs: .role(.viewer), trend)
        try routes.api(.get, "\(one)/facets", "What a group's reports have in common.", needs: .role(.viewer), facets)
        try routes.api(.get, "\(one)/notes", "A group's comments and history, oldest first.", needs: .role(.viewer), notes)
        try routes.api(.get, "\(one)/keys", "The fingerprints that lead to a group.", needs: .role(.viewer), keys)

        try routes.post("\(one)/state", "Resolve, ignore or reopen.", needs: .role(.operator), form: page, move)
        try routes.post("\(one)/assignee", "Say who looks after it.", needs: .role(.operator), form: page, assign)
        try routes.post("\(one)/notes", "Comment on it.", needs: .role(.operator), form: page, comment)
        try routes.post("\(all)/merge", "Put groups together: one gets the reports of the others.", needs: .role(.operator), merge)
        try routes.submit("apps/{app}/crash-groups/{group}/merge", needs: .role(.operator), form: page, mergeInto)
        try routes.submit("apps/{app}/crash-groups/state", needs: .role(.operator), form: list, moveAll)
        try routes.post("\(one)/split", "Take some of its fingerprints into a new group.", needs: .role(.operator), form: page, split)
        let byMessage = "Tell a fingerprint's reports apart by their messages."
        try routes.post("\(one)/split-by-message", byMessage, needs: .role(.operator), form: page, splitByMessage)
    }

    struct Query: Codable, Sendable {
        let platform: Platform?
        /// Seen in this version.
        let version: String?
        let state: CrashGroupState?
        /// An account; `none` for groups that nobody looks after, `me` for one's own.
        let assignee: String?
        let handled: Bool?
        /// Part of title or culprit, or an id.
        let q: String?
        /// Seen within so many days.
        let days: Int?
        /// `last` when absent.
        let sort: CrashGroupSort?
        let limit: Int?
        let cursor: String?
    }

    @Sendable func list(_ query: Query, _ context: Context) async throws -> Reply<List<CrashGroup>, CrashGroupListPage> {
        let app = try apps.app(try context.parameter("app"))
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let found = try await groups.list(app.id, CrashGroupFilter(query, isMasked: context.isMasked(app), context), place)
        let list = context.isMasked(app) ? found.map { $0.masked() } : found
        return .show(list) { try await pages.list(list, query, place, app, context) }
    }

    /// The page's query; the group's own fields do not depend on it.
    @Sendable func show(_ query: TrendQuery, _ context: Context) async throws -> Reply<CrashGroup, CrashGroupPage> {
        let app = try apps.app(try context.parameter("app"))
        let days = try query.checked(CrashGroupPages.usualDays)
        let found = try await groups.group(try context.parameter("group"), of: app.id)
        let group = context.isMasked(app) ? found.masked() : found
        return .show(group) { try await pages.group(group, days: days, app, context) }
    }

    struct Place: Codable, Sendable {
        let limit: Int?
        let cursor: String?
    }

    @Sendable func reports(_ query: Place, _ context: Context) async throws -> Answer<List<CrashReportItem>> {
        let (app, id) = try named(context)
        let list = try await groups.reports(of: id, of: app, try ListPlace(limit: query.limit, cursor: query.cursor))
        return .show(context.isMasked(try apps.app(app)) ? list.map { $0.masked() } : list)
    }

    struct TrendQuery: Codable, Sendable {
        /// 1 to 400, 14 when absent; up to 3 are answered in hours.
        let days: Int?

        func checked(_ usual: Int) throws -> Int {
            let days = days ?? usual
            guard (1...400).contains(days) else { throw Problem.invalid("days", "crashes.trend.days") }
            return days
        }
    }

    @Sendable func trend(_ query: TrendQuery, _ context: Context) async throws -> Answer<CrashGroupTrend> {
        let (app, id) = try named(context)
        let days = try query.checked(CrashGroupPages.usualDays)
        return .show(try await groups.trend(of: id, of: app, days: days, zone: context.reader.zone))
    }

    @Sendable func facets(_: Nothing, _ context: Context) async throws -> Answer<CrashFacets> {
        let (app, id) = try named(context)
        return .show(try await groups.facets(of: id, of: app))
    }

    struct Notes: Codable, Sendable {
        let items: [CrashNote]
    }

    @Sendable func notes(_: Nothing, _ context: Context) async throws -> Answer<Notes> {
        let (app, id) = try named(context)
        return .show(Notes(items: try await groups.notes(of: id, of: app)))
    }

    struct Keys: Codable, Sendable {
        let items: [CrashKeyBody]
    }

    @Sendable func keys(_: Nothing, _ context: Context) async throws -> Answer<Keys> {
        let (app, id) = try named(context)
        let keys = try await groups.keys(of: id, of: app)
        return .show(Keys(items: context.isMasked(try apps.app(app)) ? keys.map { $0.masked() } : keys))
    }

    /// Of the path.
    func named(_ context: Context) throws -> (app: String, id: String) {
        (try apps.app(try context.parameter("app")).id, try context.parameter("group"))
    }
}

extension CrashGroupFilter {
    init(_ query: CrashGroupRoutes.Query, isMasked: Bool, _ context: Context) throws {
        let assignee: String? =
            switch query.assignee?.given {
            case "none": ""
            case "me": context.actor.id
            case let id: id
            }
        if let days = query.days, !(1...400).contains(days) { throw Problem.invalid("days", "crashes.trend.days") }
        self.init(
            platform: query.platform,
            version: query.version?.given,
            state: query.state,
            assignee: assignee,
            isHandled: query.handled,
            text: query.q?.given,
            isMasked: isMasked,
            since: query.days.map { context.reader.now.addingTimeInterval(-Double($0) * 86_400).milliseconds },
            sort: query.sort ?? .last
        )
    }
}

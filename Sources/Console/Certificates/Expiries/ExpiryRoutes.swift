import Foundation
import Web

/// What ceases to work when, over all apps that somebody may see.
struct ExpiryRoutes: Sendable {
    let radar: ExpiryRadar

    func add(to routes: Routes) throws {
        let summary =
            "What ceases to work within `days` (60 when absent), and what is expired: certificates, and profiles of builds that are offered."
        try routes.get("expiries", summary, needs: .signedIn, view: "Expiries/list", menu: .under(.overview, "expiries.menu"), list)
    }

    struct Query: Codable, Sendable {
        /// How far ahead, 1 to 400.
        let days: Int?
        let app: String?
        let limit: Int?
        let cursor: String?
    }

    @Sendable func list(_ query: Query, _ context: Context) async throws -> Reply<List<Expiry>, ExpiryPage> {
        let days = query.days ?? ExpiryLevel.horizon
        guard (1...400).contains(days) else { throw Problem.invalid("days", "expiries.days.range") }
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let found = try await radar.look(for: context.viewer, context.reader.now, days: days)
        let app = query.app?.orNil
        let all = found.filter { app == nil || $0.app == app }
        let rest = place.cursor.map { last in all.filter { $0.isBehind(last) } } ?? all
        let list = place.page(rest, total: all.count, cursor: \.cursor)
        return .show(list) { ExpiryPage(list, days: days, of: app.flatMap { seen($0, context) }, app, Pager(list, place, context)) }
    }

    /// Nothing is told of an app that somebody may not know of.
    private func seen(_ app: String, _ context: Context) -> App? {
        context.viewer?.sees(app) ?? false ? radar.apps.app(app) : nil
    }
}

extension Expiry {
    fileprivate var cursor: Cursor { Cursor(expiresAt, "\(app) \(id)") }

    fileprivate func isBehind(_ last: Cursor) -> Bool {
        (cursor.number, cursor.id) > (last.number, last.id)
    }
}

/// What `Views/Expiries/list` shows.
struct ExpiryPage: Codable, Sendable {
    let rows: [ExpiryRow]
    let choices: [Choice]
    let filtered: Bool
    /// Id and name of the only app that is asked for; empty for all.
    let app: String
    let appName: String
    let days: String
    let pager: Pager

    struct Choice: Codable, Sendable {
        let days: String
        let chosen: Bool
    }

    init(_ list: List<Expiry>, days: Int, of app: App?, _ asked: String?, _ pager: Pager) {
        rows = list.items.map { ExpiryRow($0) }
        choices = [7, 30, 60, 365].map { Choice(days: "\($0)", chosen: $0 == days) }
        filtered = asked != nil
        self.app = asked ?? ""
        appName = app?.name ?? ""
        self.days = "\(days)"
        self.pager = pager
    }
}

/// One line of pages. Read by `Views/Expiries/row`.
struct ExpiryRow: Codable, Sendable {
    let expiry: Expiry
    let bad: Bool
    let warn: Bool
    let expired: Bool
    /// Days to go, or days since.
    let count: Int
    let ofBuilds: Bool

    init(_ expiry: Expiry) {
        self.expiry = expiry
        bad = [.expired, .urgent].contains(expiry.level)
        warn = expiry.level == .soon
        expired = expiry.level == .expired
        count = expired ? -expiry.daysLeft : expiry.daysLeft
        ofBuilds = expiry.what == .buildProfile
    }
}

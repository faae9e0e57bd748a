import Foundation
import Web

/// 异常监控: alerts, as pages and as JSON.
struct AlertRoutes: Sendable {
    let alerts: Alerts
    let apps: Apps

    func add(to routes: Routes) throws {
        let (all, one) = ("apps/{app}/alerts", "apps/{app}/alerts/{id}")
        let menu = Menu.Item.under(.governance, "alerts.menu", key: "x")
        let list = try routes.get(all, "List what rules found, newest first.", needs: .role(.viewer), view: "Alerts/list", menu: menu, self.list)
        try routes.post("\(all)/reading", "Say that all up to a time are read.", needs: .role(.operator), form: list, readAll)
        let page = try routes.get(one, "An alert, and what was sent of it.", needs: .role(.viewer), view: "Alerts/alert", show)
        try routes.post("\(one)/reading", "Say that it is read.", needs: .role(.operator), form: page, read)
    }

    struct Query: Codable, Sendable {
        let kind: AlertKind?
        /// Only those that nobody has read.
        let unread: Bool?
        let limit: Int?
        let cursor: String?
    }

    @Sendable func list(_ query: Query, _ context: Context) async throws -> Reply<List<AlertView>, AlertListPage> {
        let app = try apps.app(try context.parameter("app"))
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let filter = AlertFilter(kind: query.kind, unread: query.unread ?? false)
        let writer = writer(app, context)
        let list = try await alerts.list(of: app.id, filter, place).map { AlertView($0, app, writer) }
        return .show(list) {
            let (rules, channels) = (try await alerts.rules(of: app.id), try await alerts.channels(of: app.id))
            return AlertListPage(list, filter, place, hasRules: !rules.isEmpty, hasChannels: !channels.isEmpty, app, context)
        }
    }

    struct Reading: Codable, Sendable {
        /// What came later stays unread; now when absent.
        let upTo: String?
    }

    @Sendable func readAll(_ input: Reading, _ context: Context) async throws -> Answer<Nothing> {
        let app = try apps.app(try context.parameter("app")).id
        let end = try input.upTo?.orNil.map { text in
            guard let date = try? Date(text, strategy: .iso8601) else { throw Problem.invalid("upTo", "alerts.reading.time") }
            return date
        }
        // Times in addresses and forms are whole seconds.
        try await alerts.markAllRead(of: app, upTo: end.map { $0.addingTimeInterval(0.999) } ?? context.reader.now, by: context.actor)
        return .done(at: "/apps/\(app)/alerts", flash: "alerts.reading.all")
    }

    struct Shown: Codable, Sendable {
        let alert: AlertView
        /// What was sent of it.
        let deliveries: [AlertDelivery]
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<Shown, AlertPage> {
        let (app, id) = try named(context)
        let (alert, deliveries) = try await alerts.alert(id, of: app.id)
        let writer = writer(app, context)
        return .show(Shown(alert: AlertView(alert, app, writer), deliveries: deliveries)) {
            AlertPage(alert, deliveries, writer, mayRead: alert.readAt == nil && context.mayOperate(app.id))
        }
    }

    @Sendable func read(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = try named(context)
        try await alerts.markRead(id, of: app.id, by: context.actor)
        return .done(at: "/apps/\(app.id)/alerts", flash: "alerts.reading.one")
    }

    private func named(_ context: Context) throws -> (App, id: String) {
        (try apps.app(try context.parameter("app")), try context.parameter("id"))
    }

    private func writer(_ app: App, _ context: Context) -> AlertWriter {
        AlertWriter(alerts.catalogue[context.reader.language], zone: context.reader.zone, now: context.reader.now)
    }
}

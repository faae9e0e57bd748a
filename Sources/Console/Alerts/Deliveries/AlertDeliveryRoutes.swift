import Web

/// What was sent of alerts and changes, as pages and as JSON.
struct AlertDeliveryRoutes: Sendable {
    let alerts: Alerts
    let apps: Apps

    func add(to routes: Routes) throws {
        let (all, one) = ("apps/{app}/alert-deliveries", "apps/{app}/alert-deliveries/{id}")
        try routes.get(all, "List what was sent of alerts and changes, newest first.", needs: .role(.viewer), view: "Alerts/deliveries", list)
        let page = try routes.get(
            one,
            "A message with its body and its attempts, oldest first.",
            needs: .role(.viewer),
            view: "Alerts/delivery",
            show
        )
        try routes.post("\(one)/resend", "Send it again, with the same id.", needs: .role(.operator), form: page, resend)
    }

    struct Query: Codable, Sendable {
        /// A channel's id.
        let channel: String?
        let state: AlertDeliveryState?
        let about: AlertDeliverySubject?
        let limit: Int?
        let cursor: String?
    }

    @Sendable func list(_ query: Query, _ context: Context) async throws -> Reply<List<AlertDelivery>, AlertDeliveriesPage> {
        let app = try apps.app(try context.parameter("app"))
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let filter = AlertDeliveryFilter(
            channel: query.channel?.orNil,
            state: query.state,
            about: query.about,
            readers: .including(context, of: app.id)
        )
        let list = try await alerts.deliveries(of: app.id, filter, place)
        return .show(list) { AlertDeliveriesPage(list, filter, try await alerts.channels(of: app.id), place, context) }
    }

    struct Shown: Codable, Sendable {
        let delivery: AlertDelivery
        /// As it is sent, but for the signature that some robots want in it.
        let body: String
        let attempts: [AlertAttempt]
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<Shown, AlertDeliveryPage> {
        let (app, id) = (try apps.app(try context.parameter("app")).id, try context.parameter("id"))
        let (delivery, body, attempts) = try await alerts.delivery(id, of: app, for: .including(context, of: app))
        return .show(Shown(delivery: delivery, body: body, attempts: attempts)) {
            AlertDeliveryPage(delivery, body, change: try await alerts.page(of: delivery, app), mayResend: context.mayOperate(app))
        }
    }

    @Sendable func resend(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = (try apps.app(try context.parameter("app")).id, try context.parameter("id"))
        _ = try await alerts.delivery(id, of: app, for: .including(context, of: app))
        try await alerts.resend(id, of: app, by: context.actor)
        return .done(at: "/apps/\(app)/alert-deliveries/\(id)", flash: "alerts.delivery.resent")
    }
}

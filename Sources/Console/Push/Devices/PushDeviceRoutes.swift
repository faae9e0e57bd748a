import Foundation
import Web

/// Devices that push reaches, as pages and as JSON. The contract has them at `devices` (section 7); there is the page of all that is known of a device
/// (``DeviceRoutes``), so these pages are at `push-devices`.
struct PushDeviceRoutes: Sendable {
    let devices: PushDevices
    let apps: Apps

    func add(to routes: Routes) throws {
        let (list, one) = ("apps/{app}/devices", "apps/{app}/devices/{device}")
        let (listed, page) = ("apps/{app}/push-devices", "apps/{app}/push-devices/{device}")
        let menu = Menu.Item.under(.cloud, "pushDevices.menu")
        let listing = "List the devices that bound a token, last heard of first; tokens are shortened."
        try routes.get(list, listing, needs: .role(.viewer), page: listed, view: "PushDevices/list", menu: menu, self.list)
        let counting = "How many devices are bound, how many of them with a user, and why others are gone."
        try routes.api(.get, "apps/{app}/device-figures", counting, needs: .role(.viewer), figures)
        let showing = "What push knows of a device, and the messages that were for it."
        try routes.get(one, showing, needs: .role(.viewer), page: page, view: "PushDevices/device", show)
        let review = try routes.page("\(one)/push-unbinding", needs: .role(.operator), view: "PushDevices/unbinding", review)
        let unbinding = "Send nothing to a device until it binds again."
        try routes.post("\(one)/push-unbinding", unbinding, needs: .role(.operator), form: review, unbind)
    }

    struct Query: Codable, Sendable {
        /// The beginning of a device id.
        let device: String?
        let user: String?
        /// The beginning of a token.
        let token: String?
        let version: String?
        let platform: Platform?
        let channel: PushChannel?
        let environment: PushEnvironment?
        let state: PushDeviceState?
        let limit: Int?
        let cursor: String?
    }

    @Sendable func list(_ query: Query, _ context: Context) async throws -> Reply<List<PushDeviceView>, PushDeviceListPage> {
        let app = try apps.app(try context.parameter("app"))
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let list = try await devices.list(of: app.id, PushDeviceFilter(query), place).map { view($0, app, context) }
        return .show(list) { PushDeviceListPage(query, list, try await devices.figures(of: app.id), place, app, context) }
    }

    @Sendable func figures(_: Nothing, _ context: Context) async throws -> Answer<PushDeviceFigures> {
        .show(try await devices.figures(of: try apps.app(try context.parameter("app")).id))
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<PushDeviceDetail, PushDevicePage> {
        let (app, id) = try named(context)
        let (device, deliveries) = try await devices.device(id, of: app.id)
        let detail = PushDeviceDetail(device: view(device, app, context), deliveries: deliveries)
        return .show(detail) { PushDevicePage(detail, app, context) }
    }

    struct UnbindingPage: Codable, Sendable {
        let device: PushDeviceView
    }

    @Sendable func review(_: Nothing, _ context: Context) async throws -> Answer<UnbindingPage> {
        let (app, id) = try named(context)
        return .show(UnbindingPage(device: view(try await devices.device(id, of: app.id).device, app, context)))
    }

    @Sendable func unbind(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = try named(context)
        try await devices.unbind(id, of: app.id, by: context.actor)
        return .done(at: "/apps/\(app.id)/push-devices/\(PercentEncoding.encode(id))", flash: "pushDevices.unbound")
    }

    private func named(_ context: Context) throws -> (App, id: String) {
        (try apps.app(try context.parameter("app")), try context.parameter("device"))
    }

    private func view(_ device: PushDevice, _ app: App, _ context: Context) -> PushDeviceView {
        let view = PushDeviceView(device)
        return context.isMasked(app) ? view.masked() : view
    }
}

extension PushDeviceFilter {
    fileprivate init(_ query: PushDeviceRoutes.Query) {
        self.init(
            device: query.device?.given,
            user: query.user?.given,
            token: query.token?.given,
            version: query.version?.given,
            platform: query.platform,
            channel: query.channel,
            environment: query.environment,
            state: query.state
        )
    }
}

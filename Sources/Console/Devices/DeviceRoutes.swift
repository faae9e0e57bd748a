import Foundation
import Web

/// Devices and users, as pages and as JSON. At `devices` the API has those that push reaches, as the contract wants it (section 7), so here they are
/// `known-devices`; the pages are at `devices`.
struct DeviceRoutes: Sendable {
    let devices: Devices
    let apps: Apps
    let catalogue: Catalogue

    func add(to routes: Routes) throws {
        let listing = "List the devices that log lines told of: the last heard of first, those that begin with `q`, or those of a user."
        try routes.get(
            "apps/{app}/known-devices",
            listing,
            needs: .role(.viewer),
            page: "apps/{app}/devices",
            view: "Devices/list",
            menu: .under(.analysis, "devices.menu"),
            list
        )
        let showing = "What is known of a device: what it is, what it was told and when, its days, crashes, diagnosis tasks, feedback."
        let one = "apps/{app}/known-devices/{device}"
        try routes.get(one, showing, needs: .role(.viewer), page: "apps/{app}/devices/{device}", view: "Devices/device", show)
        let naming = "Users whose ids begin with `q`, with how many devices each has."
        try routes.api(.get, "apps/{app}/known-users", naming, needs: .role(.viewer), users)
        let user = "What is known of a user: devices, crashes, diagnosis tasks, feedback."
        try routes.get("apps/{app}/known-users/{user}", user, needs: .role(.viewer), page: "apps/{app}/users/{user}", view: "Devices/user", showUser)
    }

    struct Query: Codable, Sendable {
        /// The beginning of a device's id; on the page of a user's too.
        let q: String?
        /// A user's id, exactly.
        let user: String?
        let platform: Platform?
        let limit: Int?
        let cursor: String?
    }

    @Sendable func list(_ query: Query, _ context: Context) async throws -> Reply<List<TelemetryDeviceFacts>, DeviceListPage> {
        let app = try app(context)
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let search = try TelemetryDeviceSearch(query)
        let found = try await devices.list(of: app.id, search, place)
        let list = context.isMasked(app) ? found.map { $0.masked() } : found
        return .show(list) {
            let users = try await users(search.beginning, of: app, limit: Devices.mostUsers, context)
            return DeviceListPage(query, found, users, place, app, context)
        }
    }

    @Sendable func users(_ query: Query, _ context: Context) async throws -> Answer<List<TelemetryUserFacts>> {
        let app = try app(context)
        let limit = try ListPlace(limit: query.limit, cursor: nil).limit
        let found = try await users(try TelemetryDeviceSearch(query).beginning, of: app, limit: limit, context)
        return .show(List(items: context.isMasked(app) ? found.map { $0.masked() } : found, next: nil, total: found.count))
    }

    /// A telephone number or mail address is only found whole by who may not see it, lest it be guessed digit by digit.
    private func users(_ beginning: String, of app: App, limit: Int, _ context: Context) async throws -> [TelemetryUserFacts] {
        let found = try await devices.users(of: app.id, beginning: beginning, limit: limit)
        return context.isMasked(app) ? found.filter { $0.userId == beginning || $0.masked() == $0 } : found
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<DeviceDetail, DevicePage> {
        let app = try app(context)
        let found = try await devices.device(try context.parameter("device"), of: app)
        return .show(context.isMasked(app) ? found.masked() : found) {
            DevicePage(found, app, catalogue[context.reader.language], context)
        }
    }

    @Sendable func showUser(_: Nothing, _ context: Context) async throws -> Reply<DeviceUserDetail, DeviceUserPage> {
        let app = try app(context)
        let found = try await devices.user(try context.parameter("user"), of: app)
        return .show(context.isMasked(app) ? found.masked() : found) { DeviceUserPage(found, app, context) }
    }

    private func app(_ context: Context) throws -> App { try apps.app(try context.parameter("app")) }
}

extension TelemetryDeviceSearch {
    /// - Throws: `invalid` for words that are too long.
    fileprivate init(_ query: DeviceRoutes.Query) throws {
        self.init(user: try Devices.given("user", query.user), platform: query.platform)
        // A user is asked for exactly; both together would need another index.
        if user.isEmpty { beginning = try Devices.given("q", query.q) }
    }
}

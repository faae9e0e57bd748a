import Web

/// Pages about the API: lines to copy for what scripts do most often, and for every endpoint. The JSON of it is `/api/openapi.json`.
struct AutomationRoutes: Sendable {
    let apps: Apps
    /// All that the API has, without these pages.
    let endpoints: Once<[Endpoint]>

    func add(to routes: Routes) throws {
        let menu = Menu.Item.under(.development, "automation.menu.app")
        try routes.page("apps/{app}/api", needs: .role(.viewer), view: "Automation/api", menu: menu, ofApp)
        try routes.page("api", needs: .signedIn, view: "Automation/api", menu: .under(.settings, "automation.menu"), ofConsole)
    }

    struct Query: Codable, Sendable {
        /// The first that there is when absent.
        let room: AutomationRoom?
        /// Words of the path, of what it does or of what the audit log says, in all rooms.
        let q: String?
    }

    @Sendable func ofApp(_ query: Query, _ context: Context) async throws -> Answer<AutomationPage> {
        let app = try apps.app(try context.parameter("app"))
        return .show(AutomationPage(try endpoints.get().filter(\.isOfApp), query, app: app.id, context))
    }

    @Sendable func ofConsole(_ query: Query, _ context: Context) async throws -> Answer<AutomationPage> {
        .show(AutomationPage(try endpoints.get().filter { !$0.isOfApp }, query, app: nil, context))
    }
}

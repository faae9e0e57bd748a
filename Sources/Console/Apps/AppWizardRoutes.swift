import Foundation
import Web

/// From nothing to an app that can send logs: three pages. Scripts need only the first step.
struct AppWizardRoutes: Sendable {
    let apps: Apps
    /// Whether the modules that a new app begins with can be had.
    let check: @Sendable (NewApp) throws -> Void
    /// Makes a package of them for each of its platforms.
    let package: @Sendable (NewApp, App, _ publicURL: String, Actor) async throws -> Void

    func add(to routes: Routes) throws {
        let new = try routes.page("apps/new", needs: .role(.admin), view: "Apps/new", self.new)
        try routes.post("apps", "Create an app with a key and secret for each platform.", needs: .role(.admin), form: new, create)
        let version = try routes.page("apps/{app}/first-version", needs: .role(.operator), view: "Apps/firstVersion", firstVersion)
        try routes.submit("apps/{app}/first-version", needs: .role(.operator), form: version, saveFirstVersion)
        try routes.page("apps/{app}/ready", needs: .role(.viewer), view: "Apps/ready", ready)
    }

    struct NewPage: Codable, Sendable {
        let form: Form

        struct Form: Codable, Sendable {
            let name: String
            let englishName: String
            let zone: String
            let platforms: [AppPlatformChoice]
        }
    }

    @Sendable func new(_: Nothing, _ context: Context) async throws -> Answer<NewPage> {
        let chosen = context.submitted.map { Set($0.all("platforms")) } ?? ["ios", "android"]
        return .show(
            NewPage(
                form: .init(
                    name: context.filled("name"),
                    englishName: context.filled("englishName"),
                    zone: context.filled("zone", "Asia/Shanghai"),
                    platforms: Platform.allCases.map { .init(platform: $0, chosen: chosen.contains($0.rawValue)) }
                )
            )
        )
    }

    @Sendable func create(_ input: NewApp, _ context: Context) async throws -> Answer<App> {
        try check(input)
        let app = try await apps.create(input, by: context.actor)
        try await package(input, app, context.publicURL, context.actor)
        let path = context.face == .page ? "/apps/\(app.id)/first-version" : "/apps/\(app.id)"
        return .created(app, at: path, flash: "apps.created", ["name": app.name])
    }

    struct FirstVersionPage: Codable, Sendable {
        let app: App
        let platforms: [AppPlatformForm]
    }

    @Sendable func firstVersion(_: Nothing, _ context: Context) async throws -> Answer<FirstVersionPage> {
        let app = try apps.app(try context.parameter("app"))
        let forms = app.platforms.map { AppPlatformForm($0, prefix: "\($0.platform.rawValue).", context) }
        return .show(FirstVersionPage(app: app, platforms: forms))
    }

    struct FirstVersion: Codable, Sendable {
        let ios: AppPlatformDetails?
        let android: AppPlatformDetails?
        let harmony: AppPlatformDetails?
    }

    @Sendable func saveFirstVersion(_ input: FirstVersion, _ context: Context) async throws -> Answer<Nothing> {
        let id = try context.parameter("app")
        let named: [Platform: AppPlatformDetails?] = [.ios: input.ios, .android: input.android, .harmony: input.harmony]
        try await apps.edit(named.compactMapValues { $0 }, of: id, by: context.actor)
        return .done(at: "/apps/\(id)/ready")
    }

    struct ReadyPage: Codable, Sendable {
        let app: App
        let publicURL: String
    }

    @Sendable func ready(_: Nothing, _ context: Context) async throws -> Answer<ReadyPage> {
        .show(ReadyPage(app: try apps.app(try context.parameter("app")), publicURL: context.publicURL))
    }
}

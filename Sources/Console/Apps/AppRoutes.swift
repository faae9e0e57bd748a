import Formats
import Foundation
import HTTPTypes
import Hummingbird
import Web

/// Apps and their platforms, as pages and as JSON. The page of one app is the overview.
struct AppRoutes: Sendable {
    let apps: Apps
    /// Asks for the password again before a secret is shown to a person.
    let confirmPassword: @Sendable (_ password: String, Context) async throws -> Void
    /// Removes what other rooms keep of a deleted app.
    let erase: @Sendable (_ app: String) async throws -> Void

    func add(to routes: Routes) throws {
        try routes.get("apps", "List the apps.", needs: .signedIn, view: "Apps/list", list)
        let new = try routes.page("apps/new", needs: .role(.admin), view: "Apps/new", self.new)
        try routes.post("apps", "Create an app with a key and secret for each platform.", needs: .role(.admin), form: new, create)
        let version = try routes.page("apps/{app}/first-version", needs: .role(.operator), view: "Apps/firstVersion", firstVersion)
        try routes.submit("apps/{app}/first-version", needs: .role(.operator), form: version, saveFirstVersion)
        try routes.page("apps/{app}/ready", needs: .role(.viewer), view: "Apps/ready", ready)

        let edit = try routes.page("apps/{app}/edit", needs: .role(.admin), view: "Apps/edit", menu: .under(.overview, "apps.edit.title"), self.edit)
        try routes.post("apps/{app}/details", "Change name and time zone.", needs: .role(.admin), form: edit, saveDetails)
        try routes.post("apps/{app}/archive", "Archive: no more logs, history stays.", needs: .role(.admin), form: edit, archive)
        try routes.post("apps/{app}/restoration", "Take an app out of the archive.", needs: .role(.admin), form: edit, restore)
        let delete = try routes.page("apps/{app}/delete", needs: .role(.admin), view: "Apps/delete", self.edit)
        try routes.submit("apps/{app}/deletion", needs: .role(.admin), form: delete, delete(_:_:))
        try routes.api(.delete, "apps/{app}", "Delete an app; `confirm` has to be its id.", needs: .role(.admin), delete(_:_:))

        try routes.get(
            "apps/{app}/platforms",
            "List an app's platforms.",
            needs: .role(.viewer),
            view: "Apps/platforms",
            menu: .under(.development, "apps.menu", key: "p"),
            platforms
        )
        try routes.post("apps/{app}/platforms", "Add a platform.", needs: .role(.admin), addPlatform)
        let detail = try routes.get(
            "apps/{app}/platforms/{platform}",
            "Key, log product id and source of a platform.",
            needs: .role(.viewer),
            view: "Apps/platform",
            platform
        )
        try routes.post(
            "apps/{app}/platforms/{platform}/details",
            "Change a platform's bundle id and source.",
            needs: .role(.operator),
            form: detail,
            savePlatform
        )
        try routes.post(
            "apps/{app}/platforms/{platform}/secret-reveal",
            "Show the AppSecret; audited.",
            needs: .secrets,
            form: detail,
            view: "Apps/secret",
            reveal
        )
        try routes.post(
            "apps/{app}/platforms/{platform}/secret-rotation",
            "Make a new AppSecret; the old one stays valid for a while.",
            needs: .secrets,
            form: detail,
            view: "Apps/secret",
            rotate
        )
        try routes.stream(
            "apps/{app}/platforms/{platform}/qr.svg",
            "The client configuration's address as a QR code.",
            needs: .role(.viewer),
            produces: "image/svg+xml",
            qrSVG
        )
        try routes.stream(
            "apps/{app}/platforms/{platform}/qr.png",
            "The client configuration's address as a QR code.",
            needs: .role(.viewer),
            produces: "image/png",
            qrPNG
        )
        try routes.stream(
            "apps/{app}/config/{platform}",
            "Download the client configuration.",
            needs: .role(.viewer),
            produces: "application/json",
            config
        )
        try routes.stream(
            "apps/{app}/config/{platform}/GatewayConfig.plist",
            "Download the iOS gateway configuration.",
            needs: .role(.viewer),
            produces: "application/xml",
            gatewayConfig
        )
    }

    // MARK: list

    struct ListQuery: Codable, Sendable {
        /// Part of the name or id.
        let q: String?
        let archived: Bool?
        let limit: Int?
        let cursor: String?
    }

    struct ListPage: Codable, Sendable {
        let q: String
        let archived: Bool
        let mayCreate: Bool
        let filtered: Bool
        let pager: Pager
    }

    @Sendable func list(_ query: ListQuery, _ context: Context) async throws -> Reply<List<App>, ListPage> {
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let found = apps.index.all.filter { app in
            (context.viewer?.sees(app.id) ?? false) && (app.archivedAt != nil) == (query.archived ?? false) && app.matches(query.q ?? "")
        }
        let rest = place.cursor.map { cursor in Array(found.drop { $0.id != cursor.id }.dropFirst()) } ?? found
        let list = place.page(rest, total: found.count) { Cursor(0, $0.id) }
        return .show(list) {
            ListPage(
                q: query.q ?? "",
                archived: query.archived ?? false,
                mayCreate: context.viewer?.role(on: nil) == .admin,
                filtered: query.q?.isEmpty == false,
                pager: Pager(list, place, context)
            )
        }
    }

    // MARK: wizard

    struct NewPage: Codable, Sendable {
        let form: NewForm

        struct NewForm: Codable, Sendable {
            let name: String
            let englishName: String
            let zone: String
            let platforms: [Chosen]
        }

        struct Chosen: Codable, Sendable {
            let platform: Platform
            let chosen: Bool
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
        let app = try await apps.create(input, by: context.actor)
        let path = context.face == .page ? "/apps/\(app.id)/first-version" : "/apps/\(app.id)"
        return .created(app, at: path, flash: "apps.created", ["name": app.name])
    }

    struct FirstVersionPage: Codable, Sendable {
        let app: App
        let platforms: [PlatformForm]
    }

    struct PlatformForm: Codable, Sendable {
        /// In front of the field names: `ios.` in the wizard, empty on the platform's own page.
        let prefix: String
        let platform: Platform
        let bundleId: String
        let repositoryType: String
        let repositoryAddress: String
        let git: Bool
        let svn: Bool
        let wrong: Wrong

        struct Wrong: Codable, Sendable {
            let bundleId: Message?
            let repositoryType: Message?
            let repositoryAddress: Message?
        }
    }

    @Sendable func firstVersion(_: Nothing, _ context: Context) async throws -> Answer<FirstVersionPage> {
        let app = try apps.app(try context.parameter("app"))
        let forms = app.platforms.map { form($0, prefix: "\($0.platform.rawValue).", context) }
        return .show(FirstVersionPage(app: app, platforms: forms))
    }

    func form(_ platform: AppPlatform, prefix: String, _ context: Context) -> PlatformForm {
        let type = context.filled(prefix + "repositoryType", platform.repositoryType)
        return PlatformForm(
            prefix: prefix,
            platform: platform.platform,
            bundleId: context.filled(prefix + "bundleId", platform.bundleId),
            repositoryType: type,
            repositoryAddress: context.filled(prefix + "repositoryAddress", platform.repositoryAddress),
            git: type == "git",
            svn: type == "svn",
            wrong: .init(
                bundleId: context.rejection(prefix + "bundleId"),
                repositoryType: context.rejection(prefix + "repositoryType"),
                repositoryAddress: context.rejection(prefix + "repositoryAddress")
            )
        )
    }

    struct FirstVersion: Codable, Sendable {
        let ios: PlatformDetails?
        let android: PlatformDetails?
        let harmony: PlatformDetails?
    }

    @Sendable func saveFirstVersion(_ input: FirstVersion, _ context: Context) async throws -> Answer<Nothing> {
        let id = try context.parameter("app")
        for (platform, details) in [(Platform.ios, input.ios), (.android, input.android), (.harmony, input.harmony)] {
            guard let details else { continue }
            do {
                try await apps.edit(platform, of: id, details, by: context.actor)
            } catch let problem as Problem {
                throw problem.renamed { "\(platform.rawValue).\($0)" }
            }
        }
        return .done(at: "/apps/\(id)/ready")
    }

    @Sendable func ready(_: Nothing, _ context: Context) async throws -> Answer<AppPage> {
        .show(AppPage(app: try apps.app(try context.parameter("app")), publicURL: context.publicURL))
    }

    struct AppPage: Codable, Sendable {
        let app: App
        let publicURL: String
    }

    // MARK: edit, archive, delete

    struct EditPage: Codable, Sendable {
        let app: App
        let form: EditForm

        struct EditForm: Codable, Sendable {
            let name: String
            let zone: String
            let confirm: String
        }
    }

    @Sendable func edit(_: Nothing, _ context: Context) async throws -> Answer<EditPage> {
        let app = try apps.app(try context.parameter("app"))
        let form = EditPage.EditForm(
            name: context.filled("name", app.name),
            zone: context.filled("zone", app.zone),
            confirm: context.filled("confirm")
        )
        return .show(EditPage(app: app, form: form))
    }

    @Sendable func saveDetails(_ input: AppDetails, _ context: Context) async throws -> Answer<Nothing> {
        let id = try context.parameter("app")
        try await apps.edit(id, input, by: context.actor)
        return .done(at: "/apps/\(id)", flash: "apps.saved")
    }

    @Sendable func archive(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let id = try context.parameter("app")
        try await apps.archive(id, by: context.actor)
        return .done(at: "/apps/\(id)/edit", flash: "apps.archived.done")
    }

    @Sendable func restore(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let id = try context.parameter("app")
        try await apps.restore(id, by: context.actor)
        return .done(at: "/apps/\(id)", flash: "apps.archived.restored")
    }

    struct Deletion: Codable, Sendable {
        /// The app's id, typed by the person who deletes.
        let confirm: String
    }

    @Sendable func delete(_ input: Deletion, _ context: Context) async throws -> Answer<Nothing> {
        let id = try context.parameter("app")
        try await apps.delete(id, confirming: input.confirm, by: context.actor)
        try await erase(id)
        return .done(at: "/apps", flash: "apps.delete.done", ["name": id])
    }
}

extension App {
    fileprivate func matches(_ text: String) -> Bool {
        text.isEmpty || name.localizedCaseInsensitiveContains(text) || id.contains(text.lowercased())
    }
}

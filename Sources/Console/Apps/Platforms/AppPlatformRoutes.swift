import Formats
import Foundation
import Web

/// The platforms of an app: keys, secrets, sources.
struct AppPlatformRoutes: Sendable {
    let apps: Apps
    /// Asks for the password again before a secret is shown to a person.
    let confirmPassword: @Sendable (_ password: String, Context) async throws -> Void
    /// Which versions still sign with the secret before the last rotation.
    let oldSecretUses: @Sendable (_ app: String, Platform) async throws -> [AppOldSecretUse]
    /// What Sentry's SDKs are built with; nil while all keys are disabled.
    let dsn: @Sendable (_ app: String, Platform, _ publicURL: String) async throws -> String?

    func add(to routes: Routes) throws {
        let list = "apps/{app}/platforms"
        let one = "apps/{app}/platforms/{platform}"
        let menu = Menu.Item.under(.development, "apps.menu", key: "p")
        try routes.get(list, "List an app's platforms.", needs: .role(.viewer), view: "Apps/platforms", menu: menu, platforms)
        try routes.post(list, "Add a platform.", needs: .role(.admin), addPlatform)
        let page = try routes.get(one, "Key, log product id and source of a platform.", needs: .role(.viewer), view: "Apps/platform", platform)
        try routes.post("\(one)/details", "Change a platform's bundle id and source.", needs: .role(.operator), form: page, savePlatform)
        try routes.post("\(one)/secret-reveal", "Show the AppSecret; audited.", needs: .secrets, form: page, view: "Apps/secret", reveal)
        let rotation = "Make a new AppSecret; the old one stays valid for a while."
        try routes.post("\(one)/secret-rotation", rotation, needs: .secrets, form: page, view: "Apps/secret", rotate)
    }

    struct ListPage: Codable, Sendable {
        let app: App
        let missing: [Platform]
        let mayAdd: Bool
    }

    @Sendable func platforms(_: Nothing, _ context: Context) async throws -> Reply<List<AppPlatform>, ListPage> {
        let app = try apps.app(try context.parameter("app"))
        let page = ListPage(
            app: app,
            missing: Platform.allCases.filter { app.platform($0) == nil },
            mayAdd: context.viewer?.role(on: app.id) == .admin
        )
        return .show(List(items: app.platforms, next: nil, total: app.platforms.count)) { page }
    }

    struct NewPlatform: Codable, Sendable {
        let platform: Platform
    }

    @Sendable func addPlatform(_ input: NewPlatform, _ context: Context) async throws -> Answer<AppPlatform> {
        let id = try context.parameter("app")
        try await apps.addPlatform(input.platform, to: id, by: context.actor)
        let path = "/apps/\(id)/platforms/\(input.platform.rawValue)"
        return .created(try apps.platform(input.platform, of: id), at: path, flash: "apps.platform.added")
    }

    struct PlatformPage: Codable, Sendable {
        let app: App
        let form: AppPlatformForm
        /// What the form of rotation shows.
        let overlapHours: String
        /// Whether the secret before the last rotation is still taken.
        let oldSecretIsValid: Bool
        /// Who uses it, as long as it is.
        let oldSecretUses: [AppOldSecretUse]
        let configName: String
        let configURL: String
        let qr: SafeHTML
        let ios: Bool
        let mayReveal: Bool
        let mayEdit: Bool
        let publicURL: String
        let dsn: String?
    }

    @Sendable func platform(_: Nothing, _ context: Context) async throws -> Reply<AppPlatform, PlatformPage> {
        let (app, platform) = try apps.named(context)
        return .show(platform) { try await page(app, platform, context) }
    }

    private func page(_ app: App, _ platform: AppPlatform, _ context: Context) async throws -> PlatformPage {
        let oldSecretIsValid = platform.oldSecretUntil.map { $0 > context.reader.now } ?? false
        let config = AppConfig(app: app, platform: platform, publicURL: context.publicURL)
        return PlatformPage(
            app: app,
            form: AppPlatformForm(platform, prefix: "", context),
            overlapHours: context.filled("overlapHours", "168"),
            oldSecretIsValid: oldSecretIsValid,
            oldSecretUses: oldSecretIsValid ? try await oldSecretUses(app.id, platform.platform) : [],
            configName: config.fileName,
            configURL: config.address,
            qr: SafeHTML(trusted: try QRCode(config.address).svg(title: platform.logProductId)),
            ios: platform.platform == .ios,
            mayReveal: context.isAdmin(app.id),
            mayEdit: context.mayOperate(app.id),
            publicURL: context.publicURL,
            dsn: try await dsn(app.id, platform.platform, context.publicURL)
        )
    }

    @Sendable func savePlatform(_ input: AppPlatformDetails, _ context: Context) async throws -> Answer<Nothing> {
        let (app, platform) = try apps.named(context)
        try await apps.edit(platform.platform, of: app.id, input, by: context.actor)
        return .done(at: "/apps/\(app.id)/platforms/\(platform.platform.rawValue)", flash: "apps.saved")
    }

    struct PasswordConfirmation: Codable, Sendable {
        /// Asked of people only: a token shows by its scope that it may.
        let password: String?
    }

    @Sendable func reveal(_ input: PasswordConfirmation, _ context: Context) async throws -> Answer<RevealedSecret> {
        let (app, platform) = try apps.named(context)
        try await confirm(input.password, context)
        return .show(try await apps.revealSecret(platform.platform, of: app.id, by: context.actor))
    }

    struct Rotation: Codable, Sendable {
        /// How long the old secret stays valid, 0 to 2,160.
        let overlapHours: Int
        let password: String?
    }

    @Sendable func rotate(_ input: Rotation, _ context: Context) async throws -> Answer<RevealedSecret> {
        let (app, platform) = try apps.named(context)
        do {
            try await confirm(input.password, context)
        } catch let problem as Problem {
            // The page has another field of this name.
            throw problem.renamed { $0 == "password" ? "rotationPassword" : $0 }
        }
        return .show(try await apps.rotateSecret(platform.platform, of: app.id, overlapHours: input.overlapHours, by: context.actor))
    }

    private func confirm(_ password: String?, _ context: Context) async throws {
        if context.face == .page { try await confirmPassword(password ?? "", context) }
    }
}

import Formats
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Web

/// The handlers of one platform: keys, secrets, configuration files.
extension AppRoutes {
    struct PlatformsPage: Codable, Sendable {
        let app: App
        let missing: [Platform]
        let mayAdd: Bool
    }

    @Sendable func platforms(_: Nothing, _ context: Context) async throws -> Reply<List<AppPlatform>, PlatformsPage> {
        let app = try apps.app(try context.parameter("app"))
        let page = PlatformsPage(
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
        let form: PlatformForm
        /// What the form of rotation shows.
        let overlapHours: String
        let configName: String
        let configURL: String
        let qr: SafeHTML
        let ios: Bool
        let mayReveal: Bool
        let mayEdit: Bool
        let publicURL: String
    }

    @Sendable func platform(_: Nothing, _ context: Context) async throws -> Reply<AppPlatform, PlatformPage> {
        let (app, platform) = try named(context)
        return .show(platform) { try page(app, platform, context) }
    }

    private func page(_ app: App, _ platform: AppPlatform, _ context: Context) throws -> PlatformPage {
        let role = context.viewer?.role(on: app.id)
        return PlatformPage(
            app: app,
            form: form(platform, prefix: "", context),
            overlapHours: context.filled("overlapHours", "168"),
            configName: AppConfig(app: app, platform: platform, publicURL: context.publicURL).fileName,
            configURL: configURL(app, platform, context),
            qr: SafeHTML(trusted: try QRCode(configURL(app, platform, context)).svg(title: platform.logProductId)),
            ios: platform.platform == .ios,
            mayReveal: role == .admin,
            mayEdit: role.map { $0 >= .operator } ?? false,
            publicURL: context.publicURL
        )
    }

    struct PasswordConfirmation: Codable, Sendable {
        /// Asked of people only: a token shows by its scope that it may.
        let password: String?
    }

    @Sendable func reveal(_ input: PasswordConfirmation, _ context: Context) async throws -> Answer<RevealedSecret> {
        let (app, platform) = try named(context)
        try await confirm(input.password, context)
        return .show(try await apps.revealSecret(platform.platform, of: app.id, by: context.actor))
    }

    struct Rotation: Codable, Sendable {
        /// How long the old secret stays valid, 0 to 2,160.
        let overlapHours: Int
        let password: String?
    }

    @Sendable func rotate(_ input: Rotation, _ context: Context) async throws -> Answer<RevealedSecret> {
        let (app, platform) = try named(context)
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

    @Sendable func savePlatform(_ input: PlatformDetails, _ context: Context) async throws -> Answer<Nothing> {
        let (app, platform) = try named(context)
        try await apps.edit(platform.platform, of: app.id, input, by: context.actor)
        return .done(at: "/apps/\(app.id)/platforms/\(platform.platform.rawValue)", flash: "apps.saved")
    }

    // MARK: downloads

    @Sendable func qrSVG(_: Request, _ context: Context) async throws -> Response {
        let (app, platform) = try named(context)
        let svg = try QRCode(configURL(app, platform, context)).svg(title: platform.logProductId)
        return Response(bytes: Array(svg.utf8), type: "image/svg+xml")
    }

    @Sendable func qrPNG(_: Request, _ context: Context) async throws -> Response {
        let (app, platform) = try named(context)
        return Response(bytes: try QRCode(configURL(app, platform, context)).png(), type: "image/png")
    }

    @Sendable func config(_: Request, _ context: Context) async throws -> Response {
        let (app, platform) = try named(context)
        let config = AppConfig(app: app, platform: platform, publicURL: context.publicURL)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Response(bytes: [UInt8](try encoder.encode(config.document)), type: "application/json", downloadName: config.fileName)
    }

    @Sendable func gatewayConfig(_: Request, _ context: Context) async throws -> Response {
        let (app, platform) = try named(context)
        guard platform.platform == .ios else { throw Problem.notFound }
        let plist = try AppConfig(app: app, platform: platform, publicURL: context.publicURL).gatewayPlist()
        return Response(bytes: plist, type: "application/xml", downloadName: "GatewayConfig.plist")
    }

    private func configURL(_ app: App, _ platform: AppPlatform, _ context: Context) -> String {
        "\(context.publicURL)/apps/\(app.id)/config/\(platform.platform.rawValue)"
    }

    private func named(_ context: Context) throws -> (App, AppPlatform) {
        guard let platform = Platform(rawValue: try context.parameter("platform")) else { throw Problem.notFound }
        let id = try context.parameter("app")
        return (try apps.app(id), try apps.platform(platform, of: id))
    }
}

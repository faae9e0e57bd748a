import Foundation
import Hummingbird
import Web

/// 脚本转换: a script goes in, a signed package comes out.
struct HotpatchConversionRoutes: Sendable {
    let conversions: HotpatchConversions
    let apps: Apps

    func add(to routes: Routes) throws {
        let path = "apps/{app}/hotpatch-conversion"
        let menu = Menu.Item.under(.development, "hotpatch.scripts.menu")
        let page = try routes.page(path, needs: .role(.releaser), view: "Hotpatch/conversion", menu: menu, show)
        try routes.submit(path, needs: .role(.releaser), smallFiles: Self.files, form: page, convertFromForm)
        let summary = """
            Make a signed package of a script; nothing is kept. `script`, a file; `language` (lua, javascript), `format` (1, 2), `platform`, `key`, `release`. \
            The package is in the answer, as base64.
            """
        try routes.upload(.post, path, summary, needs: .role(.releaser), consumes: "multipart/form-data", convertFromScript)
    }

    private static let files = SmallFileFields(["script"], upTo: HotpatchPackageLimits.script)

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Answer<HotpatchConversionPage> {
        let app = try apps.app(try context.parameter("app"))
        return .show(HotpatchConversionPage(app, try await conversions.keys.all(app.id), conversions.scripts, context))
    }

    /// The browser keeps the page with the form and saves what comes.
    @Sendable func convertFromForm(_ input: HotpatchConversionInput, _ files: [SmallFile], _ context: Context) async throws -> Answer<Nothing> {
        let made = try await convert(input, files, context)
        let bytes = Data(base64Encoded: made.package).map { [UInt8]($0) } ?? []
        return .response(Response(bytes: bytes, type: "application/octet-stream", downloadName: made.fileName))
    }

    @Sendable func convertFromScript(_ request: Request, _ context: Context) async throws -> Answer<HotpatchConversion> {
        let (input, files) = try await request.input(HotpatchConversionInput.self, with: Self.files)
        return .show(try await convert(input, files, context))
    }

    private func convert(_ input: HotpatchConversionInput, _ files: [SmallFile], _ context: Context) async throws -> HotpatchConversion {
        let app = try apps.app(try context.parameter("app"))
        guard let script = files.first else { throw Problem.invalid("script", "web.required") }
        return try await conversions.convert(script, input, for: app, by: context.actor)
    }
}

/// What `Views/Hotpatch/conversion` shows.
struct HotpatchConversionPage: Codable, Sendable {
    let path: String
    let keysPath: String
    let platforms: [AppPlatformChoice]
    let formats: [Format]
    let keys: [Key]
    /// Whether a parser is there.
    let checksLua: Bool
    let checksJavaScript: Bool
    let form: Fields

    struct Format: Codable, Sendable {
        let format: String
        let chosen: Bool
    }

    struct Key: Codable, Sendable {
        let id: String
        let algorithm: HotpatchAlgorithm
        let active: Bool
        let chosen: Bool
    }

    struct Fields: Codable, Sendable {
        let release: String
    }

    init(_ app: App, _ keys: [HotpatchStoredKey], _ scripts: HotpatchScripts, _ context: Context) {
        path = "/apps/\(app.id)/hotpatch-conversion"
        keysPath = "/apps/\(app.id)/hotpatch-keys"
        platforms = AppPlatformChoice.all(of: app, chosen: context.filled("platform"))
        let format = context.filled("format", "2")
        formats = ["2", "1"].map { Format(format: $0, chosen: $0 == format) }
        let key = context.filled("key")
        self.keys = keys.filter { $0.state != .retired }.map {
            Key(id: $0.id, algorithm: $0.algorithm, active: $0.state == .active, chosen: $0.id == key)
        }
        checksLua = scripts.checks(.lua)
        checksJavaScript = scripts.checks(.javascript)
        form = Fields(release: context.filled("release"))
    }
}

import Formats
import Foundation
import Hummingbird
import Web

/// The files that a client is built with, and their address as a QR code.
struct AppConfigRoutes: Sendable {
    let apps: Apps

    func add(to routes: Routes) throws {
        let qr = "The client configuration's address as a QR code."
        let one = "apps/{app}/platforms/{platform}"
        try routes.stream("\(one)/qr.svg", qr, needs: .role(.viewer), produces: "image/svg+xml", qrSVG)
        try routes.stream("\(one)/qr.png", qr, needs: .role(.viewer), produces: "image/png", qrPNG)
        let json = "apps/{app}/config/{platform}"
        try routes.stream(json, "Download the client configuration.", needs: .role(.viewer), produces: "application/json", document)
        let plist = "\(json)/GatewayConfig.plist"
        try routes.stream(plist, "Download the iOS gateway configuration.", needs: .role(.viewer), produces: "application/xml", gateway)
    }

    @Sendable func qrSVG(_: Request, _ context: Context) async throws -> Response {
        let config = try config(context)
        return Response(bytes: Array(try QRCode(config.address).svg(title: config.platform.logProductId).utf8), type: "image/svg+xml")
    }

    @Sendable func qrPNG(_: Request, _ context: Context) async throws -> Response {
        Response(bytes: try QRCode(try config(context).address).png(), type: "image/png")
    }

    @Sendable func document(_: Request, _ context: Context) async throws -> Response {
        let config = try config(context)
        return Response(bytes: try config.file(), type: "application/json", downloadName: config.fileName)
    }

    @Sendable func gateway(_: Request, _ context: Context) async throws -> Response {
        let config = try config(context)
        guard config.platform.platform == .ios else { throw Problem.notFound }
        return Response(bytes: try config.gatewayPlist(), type: "application/xml", downloadName: "GatewayConfig.plist")
    }

    private func config(_ context: Context) throws -> AppConfig {
        let (app, platform) = try apps.named(context)
        return AppConfig(app: app, platform: platform, publicURL: context.publicURL)
    }
}

extension Apps {
    /// The platform that the path names.
    func named(_ context: Context) throws -> (App, AppPlatform) {
        guard let platform = Platform(rawValue: try context.parameter("platform")) else { throw Problem.notFound }
        let id = try context.parameter("app")
        return (try app(id), try self.platform(platform, of: id))
    }
}

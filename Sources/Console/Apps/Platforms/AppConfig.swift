import Foundation

/// The files that a client is built with: addresses and ids, never the secret.
struct AppConfig {
    let app: App
    let platform: AppPlatform
    /// What devices call the console.
    let publicURL: String

    /// `Ant-mpaas-<appId>-<workspaceId>-<Platform>.config`; the platform's name ends the file's as its tools expect.
    var fileName: String {
        let name =
            switch platform.platform {
            case .ios: "IOS"
            case .android: "Android"
            case .harmony: "Harmony"
            }
        return "Ant-mpaas-\(app.englishName.uppercased())-\(platform.workspaceId)-\(name).config"
    }

    /// Where a browser that is logged in downloads it.
    var address: String { "\(publicURL)/apps/\(app.id)/config/\(platform.platform.rawValue)" }

    /// The JSON of `fileName`, keys as the contract lists them.
    struct Document: Codable, Sendable {
        let appId: String
        let appKey: String
        let workspaceId: String
        let bundleId: String
        let rootPath: String
        let rpcGW: String
        let logGW: String
        let pushGW: String
        let pushPort: String
        let syncserver: String
        let syncport: String
        let mpaasapi: String
        let base64Code: String
    }

    var document: Document {
        let host = URL(string: publicURL)
        let appId = app.englishName.uppercased()
        return Document(
            appId: appId,
            appKey: platform.appKey,
            workspaceId: platform.workspaceId,
            bundleId: platform.bundleId,
            rootPath: "mpaas/\(platform.platform.rawValue)/\(appId)-\(platform.workspaceId)",
            rpcGW: "\(publicURL)/mgw.htm",
            logGW: publicURL,
            pushGW: host?.host() ?? "",
            pushPort: "\(host?.port ?? (host?.scheme == "https" ? 443 : 80))",
            syncserver: "",
            syncport: "",
            mpaasapi: "\(publicURL)/mgw.htm",
            base64Code: ""
        )
    }

    /// The bytes of `fileName`.
    func file() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(document))
    }

    /// `GatewayConfig.plist` with its three environments; this console serves all three.
    func gatewayPlist() throws -> [UInt8] {
        let gateway = [
            "mPaasPushServerGateway": publicURL, "mPaasPushAppId": app.englishName.uppercased(), "mPaasLogServerGateway": publicURL,
            "mPaasLogProductId": platform.logProductId, "mPaasRpcGateway": "\(publicURL)/mgw.htm", "mPaasRpcETagURL": "\(publicURL)/mgw.htm",
        ]
        let environments = ["Debug": gateway, "Pre-release": gateway, "Release": gateway]
        return [UInt8](try PropertyListSerialization.data(fromPropertyList: environments, format: .xml, options: 0))
    }
}

import Foundation

/// Which app this is, and where its console stands.
public struct MainSiteConfiguration: Sendable {
    /// Such as `SIMPLEDEMORPC_IOS`.
    public var appKey: String
    /// 10 digits, such as `0000017768`.
    public var workspaceId: String
    /// Where calls go, with the path: `https://console.example.com/mgw.htm`.
    public var gateway: URL
    /// Where the paths of the log server begin: `https://console.example.com`.
    public var logServer: URL
    /// Version of the app, such as `2.3.0`.
    public var version: String
    /// The UTDID: 1–64 characters of `[A-Za-z0-9_+/=.:-]`. `nil` lets the library make one and keep it in its directory.
    public var deviceId: String?
    /// Holds the AppSecret.
    public var signer: GatewaySigner

    /// By hand.
    ///
    /// - Parameters:
    ///   - secret: the AppSecret.
    ///   - server: the console, such as `https://console.example.com`.
    public init(appKey: String, secret: String, workspaceId: String, server: URL, version: String, deviceId: String? = nil) {
        self.appKey = appKey
        self.workspaceId = workspaceId
        gateway = server.appending(path: "mgw.htm")
        logServer = server
        self.version = version
        self.deviceId = deviceId
        signer = GatewaySigner(secret: secret)
    }

    /// `<AppKey>-<workspaceId>`: the name the app's logs go under.
    public var logProductId: String { "\(appKey)-\(workspaceId)" }
}

extension MainSiteConfiguration {
    /// From the file the console gives for download, `Ant-mpaas-<appId>-<workspaceId>-<Platform>.config`.
    ///
    /// - Parameters:
    ///   - file: its contents.
    ///   - secret: the AppSecret, which is not in the file.
    /// - Throws: `DecodingError`, which names the field that is missing or no address.
    public init(file: Data, secret: String, version: String, deviceId: String? = nil) throws {
        let known = try JSONDecoder().decode(MainSiteConfigFile.self, from: file)
        appKey = known.appKey
        workspaceId = known.workspaceId
        gateway = known.rpcGW
        logServer = known.logGW
        self.version = version
        self.deviceId = deviceId
        signer = GatewaySigner(secret: secret)
    }
}

/// What the library uses of the console's `.config` file. `URL`s in it are decoded as such.
private struct MainSiteConfigFile: Decodable {
    let appKey: String
    let workspaceId: String
    let rpcGW: URL
    let logGW: URL
}

/// Who calls: one installed app on one device.
public struct GatewayIdentity: Sendable, Hashable {
    /// Such as `SIMPLEDEMORPC_IOS`.
    public var appKey: String
    /// 10 digits, such as `0000017768`; `nil` sends none, which the gateway answers with 7001.
    public var workspaceId: String?
    /// The UTDID: 1–64 characters of `[A-Za-z0-9_+/=.:-]`; `nil` where it is unknown.
    public var deviceId: String?
    /// Version of the app, such as `2.3.0`.
    public var version: String?

    /// See the properties for the forms; nothing is checked here, the gateway does.
    public init(appKey: String, workspaceId: String? = nil, deviceId: String? = nil, version: String? = nil) {
        self.appKey = appKey
        self.workspaceId = workspaceId
        self.deviceId = deviceId
        self.version = version
    }

    /// `ios`, `android` or `harmony`: what follows the last underscore of the AppKey.
    public var platform: String? {
        appKey.utf8.lastIndex(of: UInt8(ascii: "_")).map { appKey[appKey.utf8.index(after: $0)...].lowercased() }
    }

    /// The headers of every call.
    var headers: [(name: String, value: String)] {
        let all = [("AppId", appKey), ("WorkspaceId", workspaceId), ("Did", deviceId), ("Version", version), ("Platform", platform)]
        return all.compactMap { name, value in value.map { (name, $0) } }
    }
}

import Foundation

/// Who sends logs: one installed app on one device.
public struct LogSender: Sendable, Hashable {
    /// `<AppKey>-<workspaceId>`, such as `SIMPLEDEMORPC_IOS-0000017768`.
    public var productId: String
    /// Version of the app, such as `2.3.0`.
    public var version: String
    /// The UTDID: 1–64 characters of `[A-Za-z0-9_+/=.:-]`; `nil` where it is unknown.
    public var deviceId: String?
    /// Who is logged in to the app; `nil` for nobody.
    public var userId: String?
    /// The zone of the device's clock, which is the zone the lines are written in; `nil` leaves it to the app's zone on the server.
    public var zone: TimeZone?

    public init(productId: String, version: String, deviceId: String?, userId: String? = nil, zone: TimeZone? = .current) {
        self.productId = productId
        self.version = version
        self.deviceId = deviceId
        self.userId = userId
        self.zone = zone
    }
}

/// How an app's gateway behaves.
public struct GatewaySettings: Codable, Sendable, Equatable {
    /// Refuses calls signed with MD5.
    public var hmacOnly = false
    /// Calls a second, and as many at once, for the whole app; 0 for no limit.
    public var appRate = 0
    /// The same for each device.
    public var deviceRate = 20
}

/// What the lines say about the device and the installed app. `nil` becomes `-`, the format's word for unknown.
public struct LogDevice: Sendable, Hashable {
    /// Such as `iPhone17,1`.
    public var model: String?
    /// `iOS`, `Android` or `HarmonyOS`.
    public var system: String?
    /// Such as `17.5`.
    public var systemVersion: String?
    /// `WIFI`, `5G`, `4G`, …: what the device is on now.
    public var network: String?
    /// Where the app was installed from.
    public var channel: String?
    /// Such as `zh-Hans`.
    public var language: String?
    /// Width × height in pixels, such as `1170x2532`.
    public var resolution: String?

    public init(
        model: String? = nil,
        system: String? = nil,
        systemVersion: String? = nil,
        network: String? = nil,
        channel: String? = nil,
        language: String? = nil,
        resolution: String? = nil
    ) {
        self.model = model
        self.system = system
        self.systemVersion = systemVersion
        self.network = network
        self.channel = channel
        self.language = language
        self.resolution = resolution
    }
}

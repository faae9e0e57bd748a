/// A device, as far as rules look at it. What is not known is empty.
struct RolloutDevice: Sendable, Equatable {
    let platform: Platform
    /// Of the app on the device.
    let version: RolloutVersion
    /// Its UTDID.
    let device: String
    let user: String
    let model: String
    let osVersion: RolloutVersion
    let network: String
    let channel: String
    let city: String

    init(
        platform: Platform,
        version: String = "",
        device: String = "",
        user: String = "",
        model: String = "",
        osVersion: String = "",
        network: String = "",
        channel: String = "",
        city: String = ""
    ) {
        self.platform = platform
        self.version = RolloutVersion(Self.known(version))
        self.device = Self.known(device)
        self.user = Self.known(user)
        self.model = Self.known(model)
        self.osVersion = RolloutVersion(Self.known(osVersion))
        self.network = Self.known(network)
        self.channel = Self.known(channel)
        self.city = Self.known(city)
    }

    /// Devices write `-` for what they do not know (contract, section 1).
    private static func known(_ text: String) -> String {
        text == "-" ? "" : text
    }
}

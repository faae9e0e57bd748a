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

/// What devices say of themselves in the requests that are answered by rules (contract, section 3).
struct RolloutRequest: Decodable, Sendable {
    let productVersion: String?
    let did: String?
    let userId: String?
    let osVersion: String?
    let mobileModel: String?
    let netType: String?
    let channel: String?
    let city: String?
}

extension RolloutDevice {
    /// The request is signed and the headers are not: what stands in both is taken from the request.
    init(_ request: RolloutRequest, _ call: GatewayCall) {
        self.init(
            platform: call.platform.platform,
            version: request.productVersion ?? call.version,
            device: request.did ?? call.device,
            user: request.userId ?? call.user ?? "",
            model: request.mobileModel ?? "",
            osVersion: request.osVersion ?? "",
            network: request.netType ?? "",
            channel: request.channel ?? "",
            city: request.city ?? ""
        )
    }
}

import Foundation

/// What the server wants devices to upload (`GET /loggw/logConfig.do`), per kind of log: `behavior`, `performance`, `crash`.
public struct LogConfig: Sendable, Hashable, Decodable {
    /// Where a device may upload.
    public enum Network: String, Sendable, Decodable {
        case all
        case wifi
    }

    /// What to do with one kind. A field the server leaves out has the value of the original's documentation.
    public struct Kind: Sendable, Hashable {
        /// Whether devices upload it at all.
        public var enabled = true
        /// On which networks to upload.
        public var network = Network.all
        /// The least important level that is uploaded: 1 (everything) to 3.
        public var level = 2
        /// Lines to gather before an upload.
        public var threshold = 100
        /// How many of 1000 devices upload.
        public var sampleRate = 1000

        public init() {}
    }

    /// By the name of the kind.
    public let kinds: [String: Kind]

    /// What holds for `kind`: the defaults where the server does not mention it.
    public subscript(kind: String) -> Kind {
        kinds[kind] ?? Kind()
    }

    private enum CodingKeys: String, CodingKey {
        case kinds = "content"
    }

    /// Asks the server.
    ///
    /// - Throws: `DeliveryFailure`; the caller keeps what it had.
    public static func fetch(from server: URL, for sender: LogSender, delivery: Delivery = Delivery()) async throws(DeliveryFailure) -> LogConfig {
        try await delivery.deliver(LogGateway(server: server, sender: sender).get("loggw/logConfig.do")).get()
    }
}

extension LogConfig.Kind: Decodable {
    private enum CodingKeys: CodingKey {
        case enabled
        case network
        case level
        case threshold
        case sampleRate
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        enabled = try values.decodeIfPresent(Bool.self, forKey: .enabled) ?? enabled
        network = try values.decodeIfPresent(LogConfig.Network.self, forKey: .network) ?? network
        level = try values.decodeIfPresent(Int.self, forKey: .level) ?? level
        threshold = try values.decodeIfPresent(Int.self, forKey: .threshold) ?? threshold
        sampleRate = try values.decodeIfPresent(Int.self, forKey: .sampleRate) ?? sampleRate
    }
}

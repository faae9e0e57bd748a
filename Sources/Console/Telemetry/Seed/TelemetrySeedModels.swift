/// `Seeds/models.json`: what the demo's devices are, and what they are connected to.
struct TelemetrySeedModels: Decodable, Sendable {
    let networks: [Network]
    let languages: [Choice]
    /// By platform.
    let platforms: [String: Platform]

    struct Platform: Decodable, Sendable {
        /// As log lines name it.
        let system: String
        let versions: [SystemVersion]
        let channels: [Choice]
        let models: [Model]
    }

    struct Choice: Decodable, Sendable {
        let name: String
        let weight: Double
    }

    struct SystemVersion: Decodable, Sendable {
        let name: String
        /// As crash reports of iOS add it.
        let build: String?
        let weight: Double
    }

    struct Model: Decodable, Sendable {
        let name: String
        let weight: Double
        let resolution: String
        /// Start-up takes this many times the median.
        let slowdown: Double
    }

    struct Network: Decodable, Sendable {
        let name: String
        let weight: Double
        /// Calls take this many times the median.
        let slowdown: Double
    }
}

import Foundation

/// How many a target reaches, counted or frozen.
struct PushAudienceCount: Codable, Sendable, Equatable {
    /// Bound ones: as many deliveries are made.
    let devices: Int
    /// Who are known to use them, each once.
    let users: Int
    /// Users or devices that the target names and that have no bound device; 0 where it names none.
    let withoutToken: Int
    let platforms: [Platform]
    /// The largest first.
    let channels: [Channel]

    /// Devices of one platform.
    struct Platform: Codable, Sendable, Equatable {
        let platform: Console.Platform
        let devices: Int
    }

    /// Devices that are reached the same way, with the same kind of certificate.
    struct Channel: Codable, Sendable, Equatable {
        let channel: PushChannel
        let environment: PushEnvironment
        let devices: Int
    }

    /// - Parameter parts: devices by platform, channel and environment.
    init(_ parts: [Part], users: Int, withoutToken: Int) {
        devices = parts.reduce(0) { $0 + $1.devices }
        self.users = users
        self.withoutToken = withoutToken
        platforms = Console.Platform.allCases.compactMap { platform in
            let devices = parts.filter { $0.platform == platform }.reduce(0) { $0 + $1.devices }
            return devices == 0 ? nil : Platform(platform: platform, devices: devices)
        }
        let ways = Dictionary(grouping: parts) { [$0.channel.rawValue, $0.environment.rawValue] }
        channels = ways.values.compactMap { same in
            same.first.map { Channel(channel: $0.channel, environment: $0.environment, devices: same.reduce(0) { $0 + $1.devices }) }
        }.sorted { ($1.devices, $0.channel.rawValue, $0.environment.rawValue) < ($0.devices, $1.channel.rawValue, $1.environment.rawValue) }
    }

    struct Part: Sendable {
        let platform: Console.Platform
        let channel: PushChannel
        let environment: PushEnvironment
        let devices: Int
    }
}

/// Which devices a list shows; nil asks for all.
struct PushDeviceFilter: Sendable {
    /// The beginning of a device id.
    var device: String?
    /// Exactly, as the version.
    var user: String?
    /// The beginning of a token.
    var token: String?
    var version: String?
    var platform: Platform?
    var channel: PushChannel?
    var environment: PushEnvironment?
    var state: PushDeviceState?
}

/// How many devices an app's push reaches, and why it does not reach others.
struct PushDeviceFigures: Codable, Sendable, Equatable {
    let bound: Int
    /// Of those, whose user is known.
    let withUser: Int
    let unbound: Int
    let platforms: [PushAudienceCount.Platform]
    /// Why devices are gone, the most frequent first.
    let gone: [Gone]

    struct Gone: Codable, Sendable, Equatable {
        /// One of `silent` and `moved`, or a service's own word.
        let reason: String
        let devices: Int
    }

    init(_ groups: [PushDeviceGroup]) {
        func devices(_ groups: [PushDeviceGroup]) -> Int { groups.reduce(0) { $0 + $1.devices } }
        let reached = groups.filter { $0.state == .bound }
        bound = devices(reached)
        withUser = reached.reduce(0) { $0 + $1.withUser }
        unbound = devices(groups.filter { $0.state == .unbound })
        platforms = Platform.allCases.compactMap { platform in
            let count = devices(reached.filter { $0.platform == platform })
            return count == 0 ? nil : PushAudienceCount.Platform(platform: platform, devices: count)
        }
        gone = Dictionary(grouping: groups.filter { $0.state == .gone }, by: \.reason).map { Gone(reason: $0, devices: devices($1)) }
            .sorted { ($1.devices, $0.reason) < ($0.devices, $1.reason) }
    }
}

/// Devices of one platform in one state, for one reason.
struct PushDeviceGroup: Sendable {
    let state: PushDeviceState
    let reason: String
    let platform: Platform
    let devices: Int
    let withUser: Int
}

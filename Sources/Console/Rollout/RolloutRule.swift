/// Which devices something is for: all conditions have to hold, and without one it is for all. What a device does not tell of itself
/// fulfils no condition, not even one that shuts others out.
struct RolloutRule: Sendable, Equatable {
    let conditions: [RolloutCondition]

    func matches(_ device: RolloutDevice) -> Bool {
        conditions.allSatisfy { $0.holds(for: device) }
    }

    /// Every condition with what was found: why this device is in, or is not.
    func trace(_ device: RolloutDevice) -> [RolloutFinding] {
        conditions.map { RolloutFinding($0, device) }
    }
}

/// One thing that is asked of a device.
struct RolloutCondition: Sendable, Equatable {
    let element: RolloutElement
    let test: Test

    enum Test: Sendable, Equatable {
        /// Words in the form of `RolloutElement.folded`.
        case oneOf(Set<String>)
        case noneOf(Set<String>)
        case within(RolloutVersions)
        case outside(RolloutVersions)
        case share(RolloutShare)
    }

    /// As people wrote it, shortened.
    let wanted: String

    func holds(for device: RolloutDevice) -> Bool {
        switch test {
        case .oneOf(let words): words.contains(element.folded(element.text(of: device)))
        case .noneOf(let words): !element.text(of: device).isEmpty && !words.contains(element.folded(element.text(of: device)))
        case .within(let versions): versions.contains(element.version(of: device))
        case .outside(let versions): element.version(of: device).isKnown && !versions.contains(element.version(of: device))
        case .share(let share): share.contains(device.device)
        }
    }
}

extension RolloutCondition {
    /// - Parameter inside: false to take everybody else.
    static func words(_ element: RolloutElement, _ words: [String], inside: Bool = true) -> RolloutCondition {
        let folded = Set(words.map(element.folded)).subtracting([""])
        return RolloutCondition(element: element, test: inside ? .oneOf(folded) : .noneOf(folded), wanted: shortened(words))
    }

    /// - Returns: nil when one of the items cannot be read.
    static func versions(_ element: RolloutElement, _ items: [String], inside: Bool = true) -> RolloutCondition? {
        RolloutVersions(items).map {
            RolloutCondition(element: element, test: inside ? .within($0) : .outside($0), wanted: shortened(items))
        }
    }

    static func share(_ share: RolloutShare) -> RolloutCondition {
        RolloutCondition(element: .percentage, test: .share(share), wanted: RolloutFinding.percent(share.percentage))
    }

    private static func shortened(_ words: [String]) -> String {
        words.prefix(5).joined(separator: ", ") + (words.count > 5 ? " … (\(words.count))" : "")
    }
}

/// What conditions look at.
enum RolloutElement: String, Codable, CaseIterable, Sendable {
    case platform, version, osVersion, model, network, channel, city, user, device, percentage

    /// Empty when it is not known.
    func text(of device: RolloutDevice) -> String {
        switch self {
        case .platform: device.platform.rawValue
        case .version: device.version.text
        case .osVersion: device.osVersion.text
        case .model: device.model
        case .network: device.network
        case .channel: device.channel
        case .city: device.city
        case .user: device.user
        case .device, .percentage: device.device
        }
    }

    /// Of the app, or of the system.
    func version(of device: RolloutDevice) -> RolloutVersion {
        self == .osVersion ? device.osVersion : device.version
    }

    /// Ids are compared exactly; what devices and people spell differently (`wifi`, `WIFI`) without case.
    func folded(_ text: String) -> String {
        [.user, .device].contains(self) ? text : text.lowercased()
    }
}

/// One thing that is asked of a device.
struct RolloutCondition: Sendable {
    let element: RolloutElement
    let test: Test

    enum Test: Sendable {
        /// Words in the form of `RolloutElement.folded`.
        case oneOf(Set<String>)
        case noneOf(Set<String>)
        case within(RolloutVersions)
        case outside(RolloutVersions)
        case share(RolloutShare)
    }

    /// As people wrote it.
    let words: [String]

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
        return RolloutCondition(element: element, test: inside ? .oneOf(folded) : .noneOf(folded), words: words)
    }

    /// - Returns: nil when one of the items cannot be read.
    static func versions(_ element: RolloutElement, _ items: [String], inside: Bool = true) -> RolloutCondition? {
        RolloutVersions(items).map {
            RolloutCondition(element: element, test: inside ? .within($0) : .outside($0), words: items)
        }
    }

    static func share(_ share: RolloutShare) -> RolloutCondition {
        RolloutCondition(element: .percentage, test: .share(share), words: [RolloutFinding.percent(share.percentage), share.salt])
    }

    /// For people: shortened.
    var wanted: String {
        if case .share(let share) = test { return RolloutFinding.percent(share.percentage) }
        return words.prefix(5).joined(separator: ", ") + (words.count > 5 ? " … (\(words.count))" : "")
    }
}

extension RolloutCondition {
    /// The part of all devices that it asks for; nil when it asks for something else.
    var share: RolloutShare? {
        if case .share(let share) = test { share } else { nil }
    }
}

/// Conditions that ask for the same words of the same element are the same, however they were made ready.
extension RolloutCondition: Hashable {
    static func == (left: Self, right: Self) -> Bool {
        left.element == right.element && left.words == right.words && RolloutFinding.Test(left.test) == RolloutFinding.Test(right.test)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(element)
        hasher.combine(words)
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

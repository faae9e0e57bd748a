/// Rows of `audience_day` to be raised.
struct TelemetryAudience {
    struct Key: Hashable, Comparable {
        let app: String
        let platform: Platform
        let day: Int
        let version: String

        static func < (one: Self, other: Self) -> Bool {
            (one.app, one.day, one.platform.rawValue, one.version) < (other.app, other.day, other.platform.rawValue, other.version)
        }
    }

    struct Count {
        var devices = 0
        var newDevices = 0
        var users = 0
    }

    private(set) var counts: [Key: Count] = [:]

    mutating func add(_ presence: TelemetryPresence) {
        let key = Key(app: presence.app, platform: presence.platform, day: presence.day, version: presence.version)
        switch presence.kind {
        case .device: counts[key, default: Count()].devices += 1
        case .user: counts[key, default: Count()].users += 1
        }
    }

    /// A device's first day is now another, and was `before`: late lines move it back.
    mutating func addNew(_ first: TelemetryFirstDay, before: Int?) {
        counts[key(first, day: first.day), default: Count()].newDevices += 1
        guard let before else { return }
        counts[key(first, day: before), default: Count()].newDevices -= 1
    }

    private func key(_ first: TelemetryFirstDay, day: Int) -> Key {
        Key(app: first.device.app, platform: first.device.platform, day: day, version: "")
    }
}

import Storage

/// What an alert is about. Stored: the words do not change.
enum AlertKind: String, Codable, CaseIterable, Sendable, SQLConvertible {
    /// A group of crashes that was never seen before.
    case newGroup
    /// A resolved group that came back.
    case regression
    /// Devices with a crash ÷ active devices of a version, over a limit.
    case crashRate
    /// Reports of a group, many more than usual.
    case velocity
    /// Devices with a report of a group within an hour, more than a number.
    case devices
    /// A message that was given up: what the console says of itself, no rule asks for it.
    case undelivered
    /// A code patch that does harm: what the guard says, no rule asks for it.
    case hotpatch

    /// What rules can be about.
    static let ofRules: [AlertKind] = [.newGroup, .regression, .crashRate, .velocity, .devices]

    /// Told by the room of crashes when it happens; the others are looked for each minute.
    var isHappening: Bool { self == .newGroup || self == .regression }

    /// The type of a webhook's message.
    var type: String {
        switch self {
        case .newGroup: "crash.group.new"
        case .regression: "crash.group.regression"
        case .crashRate: "crash.rate"
        case .velocity: "crash.group.velocity"
        case .devices: "crash.group.devices"
        case .undelivered: "alert.undelivered"
        case .hotpatch: "hotpatch.harm"
        }
    }
}

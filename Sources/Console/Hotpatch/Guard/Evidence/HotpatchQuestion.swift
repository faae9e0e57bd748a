/// What devices of both arms are compared by. Each answer comes once a device, so nobody counts twice. Stored: the words do not change.
enum HotpatchQuestion: String, Codable, CodingKeyRepresentable, CaseIterable, Sendable {
    /// It crashed, for the first time since it was exposed.
    case crashed
    /// It crashed for the third time: a few devices that crash over and over.
    case crashedAgain
    /// It gave no sign of life for longer than usual.
    case silent
    /// It reported to be active again (报活), for the first time: a patch that hangs before the first report lets no device come back, which shows within
    /// minutes, long before any is silent for longer than usual.
    case returned
    /// How long its first measured start took.
    case startup

    /// Crashes of one device that make it one that crashes over and over.
    static let again = 3

    /// Part of the evidence. The weights are 1 together: a mean of e-processes with weights fixed beforehand is one.
    var weight: Double {
        switch self {
        case .crashed: 0.5
        case .crashedAgain: 0.1
        case .silent: 0.15
        case .returned: 0.15
        case .startup: 0.1
        }
    }

    /// The harms that are bet on, in equal parts. Of events: how many times as often they come in the treatment, below 1 for what should come and does not.
    /// Of start-up times: how much of the wealth is staked, which see ``HotpatchEvidence/observe(startup:of:)``.
    var bets: [Double] {
        switch self {
        case .crashed: [1.25, 1.5, 2, 3, 5, 10]
        case .crashedAgain: [1.5, 2, 4, 10]
        case .silent: [1.25, 1.5, 2, 4, 10]
        case .returned: [0.5, 0.25, 0.1]
        case .startup: [0.5, 0.9]
        }
    }
}

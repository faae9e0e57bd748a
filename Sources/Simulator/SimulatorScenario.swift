/// What patches do to the devices that run them.
public enum SimulatorScenario: String, CaseIterable, Sendable, Codable {
    /// Nothing.
    case harmless
    /// Crashes become more frequent: `effect` is how many times.
    case crashes
    /// Devices stop while they apply it, and are never heard of again: `effect` is the share of them.
    case hangs
    /// Starts take longer: `effect` is how many times.
    case slow
    /// Nothing; but somebody floods the console with reports that are not true.
    case forged

    /// What `effect` is when nobody says.
    public var usualEffect: Double {
        switch self {
        case .harmless, .forged: 1
        case .crashes: 2
        case .hangs: 0.5
        case .slow: 1.5
        }
    }
}

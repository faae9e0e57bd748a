import Foundation

/// What a fleet did, for people and for scripts.
public struct SimulatorSummary: Sendable, Codable {
    public let scenario: SimulatorScenario
    public let seed: UInt64
    public let devices: Int
    public let seconds: Double
    public let speed: Double
    /// By operation, then by status.
    public let answers: [String: [String: Int]]
    public let calls: Int
    public let callsPerSecond: Double
    public let uses: Int
    public let crashes: Int
    public let lines: Int
    /// In the order of their first offer.
    public let patches: [SimulatorPatch]
    public let errors: [String: Int]

    init(_ plan: SimulatorPlan, _ tally: SimulatorTally, seconds: Double) {
        scenario = plan.scenario
        seed = plan.seed
        devices = plan.devices
        self.seconds = Self.rounded(seconds)
        speed = plan.speed
        answers = tally.answers.mapValues { statuses in Dictionary(uniqueKeysWithValues: statuses.map { (String($0.key), $0.value) }) }
        calls = tally.calls
        callsPerSecond = (Double(tally.calls) / max(seconds, 0.001)).rounded()
        (uses, crashes, lines) = (tally.uses, tally.crashes, tally.lines)
        patches = tally.patches.values.sorted { ($0.firstOffer ?? .infinity, $0.version) < ($1.firstOffer ?? .infinity, $1.version) }.map(
            Self.rounded
        )
        errors = tally.errors
    }

    private static func rounded(_ seconds: Double) -> Double { (seconds * 1_000).rounded() / 1_000 }

    private static func rounded(_ patch: SimulatorPatch) -> SimulatorPatch {
        var patch = patch
        patch.firstOffer = patch.firstOffer.map(rounded)
        patch.firstRollback = patch.firstRollback.map(rounded)
        patch.lastRollback = patch.lastRollback.map(rounded)
        return patch
    }

    /// For a person.
    public var text: String {
        let head = """
            \(devices) devices, scenario \(scenario.rawValue), seed \(seed): \(Int(seconds)) s at speed \(speed.formatted())
            \(calls) calls, \(Int(callsPerSecond)) a second; \(uses) times in use, \(crashes) crashes, \(lines) lines
            """
        let asked = answers.sorted { $0.key < $1.key }.map { operation, statuses in
            "  \(operation): " + statuses.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }.joined(separator: ", ")
        }
        let failed = errors.sorted { $0.key < $1.key }.map { "  error, \($0.value) times: \($0.key)" }
        return ([head] + asked + patches.map(\.text) + failed).joined(separator: "\n")
    }
}

extension SimulatorPatch {
    /// For a person.
    var text: String {
        let counts =
            "offered to \(offered), downloaded by \(downloaded), applied by \(applied), failed on \(failed), hung \(hung), \(crashes) crashes with it"
        guard let firstRollback, let lastRollback else { return "  patch \(version): \(counts), on \(holding) now" }
        let withdrawn = "withdrawn: seen first after \(firstRollback.formatted()) s, last after \(lastRollback.formatted()) s"
        return "  patch \(version): \(counts); \(withdrawn), rolled back by \(rolledBack), still on \(holding)"
    }
}

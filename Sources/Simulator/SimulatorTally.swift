import Foundation
import Synchronization

/// What became of one patch.
public struct SimulatorPatch: Sendable, Codable, Equatable {
    public var version = ""
    /// Devices it was offered to, for the first time each.
    public var offered = 0
    public var downloaded = 0
    public var applied = 0
    /// Devices whose package was not what it should be.
    public var failed = 0
    /// Devices that were never heard of again.
    public var hung = 0
    public var rolledBack = 0
    /// Devices that have it now.
    public var holding = 0
    /// Crashes with it in effect.
    public var crashes = 0
    /// Seconds after the beginning; `nil` for never.
    public var firstOffer: Double?
    /// When it was seen first that the patch was withdrawn: halted, or rolled back by somebody.
    public var firstRollback: Double?
    public var lastRollback: Double?
}

/// What was asked and answered so far.
public struct SimulatorTally: Sendable, Equatable {
    /// By operation, then by status: the gateway's, or HTTP's where it is no call.
    public internal(set) var answers: [String: [Int: Int]] = [:]
    /// By what they say.
    public internal(set) var errors: [String: Int] = [:]
    /// By version.
    public internal(set) var patches: [String: SimulatorPatch] = [:]
    /// Times that an app was opened.
    public internal(set) var uses = 0
    public internal(set) var crashes = 0
    public internal(set) var lines = 0

    static let mostErrors = 50

    /// Signed calls that were answered.
    public var calls: Int {
        answers.reduce(0) { sum, entry in Self.isCall(entry.key) ? sum + entry.value.values.reduce(0, +) : sum }
    }

    public var errorCount: Int { errors.values.reduce(0, +) }

    static func isCall(_ operation: String) -> Bool { operation != "download" && !operation.hasPrefix("loggw") }

    mutating func count(_ operation: String, _ status: Int) {
        answers[operation, default: [:]][status, default: 0] += 1
    }

    mutating func count(error: String) {
        guard errors[error] != nil || errors.count < Self.mostErrors else {
            errors["other", default: 0] += 1
            return
        }
        errors[error, default: 0] += 1
    }

    mutating func change(_ version: String, _ change: (inout SimulatorPatch) -> Void) {
        change(&patches[version, default: SimulatorPatch(version: version)])
    }

    mutating func add(_ other: SimulatorTally) {
        for (operation, statuses) in other.answers { answers[operation, default: [:]].merge(statuses, uniquingKeysWith: +) }
        for (error, count) in other.errors { errors[error, default: 0] += count }
        for (version, patch) in other.patches { change(version) { $0.add(patch) } }
        uses += other.uses
        crashes += other.crashes
        lines += other.lines
    }
}

extension SimulatorPatch {
    fileprivate mutating func add(_ other: SimulatorPatch) {
        offered += other.offered
        downloaded += other.downloaded
        applied += other.applied
        failed += other.failed
        hung += other.hung
        rolledBack += other.rolledBack
        holding += other.holding
        crashes += other.crashes
        firstOffer = [firstOffer, other.firstOffer].compactMap(\.self).min()
        firstRollback = [firstRollback, other.firstRollback].compactMap(\.self).min()
        lastRollback = [lastRollback, other.lastRollback].compactMap(\.self).max()
    }
}

/// What the parts of a fleet have in common.
final class SimulatorShared: Sendable {
    let plan: SimulatorPlan
    let random: SimulatorRandom
    private let began = ContinuousClock.now
    private let tally = Mutex(SimulatorTally())
    private let stopping = Mutex(false)

    init(_ plan: SimulatorPlan) {
        self.plan = plan
        random = SimulatorRandom(seed: plan.seed)
    }

    /// Seconds since the beginning.
    var elapsed: Double { (ContinuousClock.now - began) / .seconds(1) }
    var counted: SimulatorTally { tally.withLock { $0 } }
    var isStopping: Bool { stopping.withLock { $0 } }

    /// Takes over what a part has counted, which begins anew.
    func gather(_ part: inout SimulatorTally) {
        tally.withLock { $0.add(part) }
        part = SimulatorTally()
    }

    func stop() {
        stopping.withLock { $0 = true }
    }
}

import Foundation
import Storage
import Synchronization

/// How far something long is that the command line asked for, and how it ended.
public struct MovingState: Codable, Sendable, Equatable {
    /// What is being done, for people; empty before it begins.
    public var step = ""
    public var done = 0
    /// 0 where it is not known.
    public var total = 0
    public var outcome: LocalOutcome?

    public init() {}
}

/// Keeps the state of one long work. Whoever does it says how far it is; whoever asked for it keeps asking, or it is given up.
final class MovingProgress: Sendable {
    private let state = Mutex(MovingState())
    private let asked = Mutex(ContinuousClock.now)
    private let patience: Duration?

    /// - Parameter patience: how long nobody may ask before the work is given up; nil for ever.
    init(patience: Duration? = nil) {
        self.patience = patience
    }

    /// Begins the next step.
    func step(_ name: String, total: Int = 0) throws {
        state.withLock { ($0.step, $0.done, $0.total) = (name, 0, total) }
        try check()
    }

    /// - Throws: ``MovingError`` when nobody wants it any more.
    func advance(by amount: Int) throws {
        state.withLock { $0.done += amount }
        try check()
    }

    private func check() throws {
        guard let patience, asked.withLock({ .now - $0 }) > patience else { return }
        throw MovingError("the command that asked for this is gone")
    }

    func end(_ outcome: LocalOutcome) {
        state.withLock { $0.outcome = outcome }
    }

    /// Asking keeps it going.
    func ask() -> MovingState {
        asked.withLock { $0 = .now }
        return state.withLock { $0 }
    }
}

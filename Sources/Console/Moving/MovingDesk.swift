import Foundation
import Storage
import Synchronization
import Web

/// Takes what is long: one thing at a time, begun by one question of the command line and followed by others.
final class MovingDesk: Sendable {
    private let work = Mutex<MovingProgress?>(nil)

    /// Begins something; how it ends is in its state.
    /// - Parameter patience: how long nobody may ask before it is given up.
    /// - Throws: ``MovingError`` while something else is under way.
    func begin(patience: Duration, _ body: @escaping @Sendable (MovingProgress) async throws -> any Encodable) throws {
        let progress = MovingProgress(patience: patience)
        let isFree = work.withLock { work in
            if let work, work.ask().outcome == nil { return false }
            work = progress
            return true
        }
        guard isFree else { throw MovingError("a backup or a move is under way already") }
        Task {
            do {
                progress.end(try LocalOutcome(done: try await body(progress)))
            } catch {
                progress.end(LocalOutcome(refusing: error))
            }
        }
    }

    func state() throws -> MovingState {
        guard let progress = work.withLock({ $0 }) else { throw MovingError("nothing is under way") }
        return progress.ask()
    }
}

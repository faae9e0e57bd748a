import Foundation
import Storage
import Synchronization

/// One attempt at a job, as its handler sees it.
final class JobRun: Sendable {
    private let claim: JobClaim
    let holder: String
    private let state = Mutex((progress: 0, step: ""))

    init(_ claim: JobClaim, holder: String) {
        self.claim = claim
        self.holder = holder
    }

    /// Its id.
    var job: String { claim.id }
    var kind: String { claim.kind }
    var app: String? { claim.app }
    var payload: String { claim.payload }
    /// From 1.
    var attempt: Int { claim.attempt }
    var isLastAttempt: Bool { claim.attempt >= claim.mostAttempts }
    var token: Int { claim.token }

    /// Says how far it is; written down with the next beat of the lease.
    /// - Parameters:
    ///   - fraction: 0 to 1.
    ///   - step: what it is about, a word from the catalogue's `label.jobStep`; stays when it is empty.
    func report(_ fraction: Double, _ step: String = "") {
        let progress = Int((min(max(fraction, 0), 1) * 1_000).rounded())
        state.withLock { $0 = (progress, step.isEmpty ? $0.step : step) }
    }

    var reported: (progress: Int, step: String) { state.withLock { $0 } }

    /// Makes the job done in the transaction of its effect: both or neither. The last write of a handler.
    /// - Parameter result: what people should see of it, e.g. an id.
    /// - Throws: ``JobLost``.
    func finish(_ result: String? = nil, in connection: Connection) throws {
        guard try connection.finishJob(self, result: result) else { throw JobLost() }
    }

    /// Inside an effect's transaction.
    /// - Throws: ``JobLost``.
    func check(_ connection: Connection) throws {
        guard try connection.isCurrent(self) else { throw JobLost() }
    }
}

/// The job is cancelled, or another node has it: nothing was written.
struct JobLost: Error, CustomStringConvertible {
    var description: String { "the job was cancelled or is another node's" }
}

/// A job as it was claimed.
struct JobClaim: Sendable {
    let id: String
    let kind: String
    let app: String?
    let payload: String
    let attempt: Int
    let mostAttempts: Int
    /// Raised by each claim: a run whose token is not the job's any more has lost it.
    let token: Int
}

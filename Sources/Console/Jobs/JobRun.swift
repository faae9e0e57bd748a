import Foundation
import Storage
import Synchronization

/// One attempt at a job, as its handler sees it.
final class JobRun: Sendable {
    private let claim: JobClaim
    let holder: String
    private let state: Mutex<State>

    private struct State {
        var progress = 0
        var step = ""
        var log: JobLog
        /// Something is not written down yet.
        var isNews = false
    }

    init(_ claim: JobClaim, holder: String) {
        self.claim = claim
        self.holder = holder
        state = Mutex(State(log: JobLog(after: claim.lines)))
    }

    /// Its id.
    var job: String { claim.id }
    var kind: String { claim.kind }
    var app: String? { claim.app }
    var payload: String { claim.payload }
    /// From 1.
    var attempt: Int { claim.attempt }
    var mostAttempts: Int { claim.mostAttempts }
    var isLastAttempt: Bool { attempt >= mostAttempts }
    var token: Int { claim.token }

    /// Says how far it is; written down with the next beat of the lease.
    /// - Parameters:
    ///   - fraction: 0 to 1.
    ///   - step: what it is about, a word from the catalogue's `label.jobStep`; stays when it is empty.
    func report(_ fraction: Double, _ step: String = "") {
        let progress = Int((min(max(fraction, 0), 1) * 1_000).rounded())
        state.withLock { state in
            state.isNews = state.isNews || state.progress != progress || (!step.isEmpty && state.step != step)
            state.progress = progress
            if !step.isEmpty { state.step = step }
        }
    }

    var reported: (progress: Int, step: String) { state.withLock { ($0.progress, $0.step) } }

    /// Adds a line to the job's log; written down with the next beat of the lease, and at the end. A job has ``JobLog/most`` lines at most.
    /// - Parameters:
    ///   - key: of a sentence in the catalogue, e.g. `packages.log.module`.
    ///   - arguments: by the names in the sentence's braces.
    func note(_ key: String, _ arguments: [String: String] = [:]) {
        log { $0.note(key, arguments) }
    }

    /// A line of the queue's own, also when the handler has used up the others.
    func mark(_ key: String, _ arguments: [String: String] = [:]) {
        log { $0.mark(key, arguments) }
    }

    private func log(_ body: (inout JobLog) -> Void) {
        state.withLock { state in
            body(&state.log)
            state.isNews = true
        }
    }

    /// Lines that may not be written down yet.
    var lines: [JobLog.Line] { state.withLock { $0.log.lines } }

    /// - Parameter lines: that are written down now.
    func wrote(_ lines: [JobLog.Line]) {
        state.withLock { $0.log.forget(upTo: lines.last?.number ?? 0) }
    }

    /// Whether there is something that the last call did not know of.
    func hasNews() -> Bool {
        state.withLock { state in
            defer { state.isNews = false }
            return state.isNews
        }
    }

    /// Makes the job done in the transaction of its effect: both or neither. The last write of a handler.
    /// - Parameter result: what people should see of it, e.g. an id.
    /// - Throws: ``JobLost``.
    func finish(_ result: String? = nil, in connection: Connection) throws {
        guard try connection.finishJob(self, result: result) else { throw JobLost() }
        try connection.insertJobLines(lines, of: self)
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
    /// The number of the last line that earlier attempts left in the log.
    var lines = 0
}

import Foundation
import Storage
import Web

/// Work that a transaction caused and that is done outside of it, by whichever node has time.
public struct Job: Codable, Sendable {
    public let id: String
    /// The name of its ``JobKind``.
    public let kind: String
    public let app: OrNull<String>
    public let state: JobState
    /// How often it was begun.
    public let attempts: Int
    public let mostAttempts: Int
    /// Not before; of a job that failed once, when it is tried again. By the database's clock, like all times of jobs.
    public let runAt: Date
    /// The id of the node that runs it, or ran it last.
    public let node: OrNull<String>
    /// Thousandths.
    public let progress: Int
    /// What it is about just now: a word of its room, named in the catalogue under `label.jobStep`.
    public let step: String
    /// Why it failed, the last time.
    public let error: OrNull<String>
    /// What its handler left.
    public let result: OrNull<String>
    public let createdAt: Date
    public let createdBy: String
    public let startedAt: OrNull<Date>
    public let finishedAt: OrNull<Date>
}

/// `waiting` → `running` → `done`, `failed` or, for another attempt, `waiting` again. People may cancel what has not ended, and take up again
/// what failed or was cancelled.
public enum JobState: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case waiting, running, done, failed, cancelled

    var mayBeCancelled: Bool { self == .waiting || self == .running }
    var mayBeRetried: Bool { self == .failed || self == .cancelled }
}

/// How many jobs there are in each state that somebody may have to look at.
public struct JobCounts: Codable, Sendable, Equatable {
    public var waiting = 0
    public var running = 0
    public var failed = 0

    subscript(_ state: JobState) -> Int {
        switch state {
        case .waiting: waiting
        case .running: running
        case .failed: failed
        case .done, .cancelled: 0
        }
    }
}

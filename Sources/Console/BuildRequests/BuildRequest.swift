import Foundation
import Storage
import Web

/// What somebody wants built (添加构建): done by an agent outside that claims it.
public struct BuildRequest: Codable, Sendable {
    public let id: String
    public let app: String
    /// From 1 for each app.
    public let number: Int
    public let platform: Platform
    public let source: BuildRequestSource
    /// `Debug`, `Release`, or what the project calls it.
    public let configuration: String
    /// Id of a build certificate.
    public let certificate: OrNull<String>
    public let note: String
    public let parameters: [BuildRequestParameter]
    /// What an agent must have to take it.
    public internal(set) var labels: [String]
    public let state: BuildRequestState
    /// How often an agent began it.
    public let attempts: Int
    public let mostAttempts: Int
    /// Name of the agent that builds it, or did last.
    public let agent: OrNull<String>
    /// Why it failed: the agent's words, or `silent` when none ever finished it.
    public let reason: OrNull<String>
    /// Of the agent's command.
    public let exitCode: OrNull<Int>
    /// Id of the build that came of it.
    public let build: OrNull<String>
    /// Id of the request that this one repeats.
    public let retryOf: OrNull<String>
    /// Bytes that agents wrote; the first ``BuildRequestLimits/log`` of these are kept.
    public let logSize: Int
    /// By the database's clock, like all times of requests.
    public let createdAt: Date
    public let createdBy: String
    /// When an agent began it, the last time.
    public let startedAt: OrNull<Date>
    public let finishedAt: OrNull<Date>
}

/// Where the code is.
public struct BuildRequestSource: Codable, Sendable, Equatable {
    /// As `git clone` takes it.
    public let repository: String
    public let kind: BuildRequestSourceKind
    /// Name of the branch or tag, or hex digits of the commit.
    public let ref: String

    public init(repository: String, kind: BuildRequestSourceKind, ref: String) {
        self.repository = repository
        self.kind = kind
        self.ref = ref
    }
}

public enum BuildRequestSourceKind: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case branch, tag, commit
}

/// What the command of an agent finds in its environment as `BUILD_PARAM_<name>`.
public struct BuildRequestParameter: Codable, Sendable, Equatable {
    public let name: String
    public let value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// What became of a request.
public enum BuildRequestState: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case waiting, running, succeeded, failed, cancelled

    /// What may follow what. A running one waits again when its agent falls silent or gives it back; one that ended stays, its repetition is a
    /// request of its own.
    static let transitions: [BuildRequestState: [BuildRequestState]] = [
        .waiting: [.running, .cancelled],
        .running: [.succeeded, .failed, .cancelled, .waiting],
    ]

    func mayBecome(_ next: BuildRequestState) -> Bool {
        Self.transitions[self]?.contains(next) ?? false
    }

    var isOver: Bool { Self.transitions[self] == nil }
}

/// Lengths in characters, sizes in bytes, times in seconds.
enum BuildRequestLimits {
    static let repository = 500
    static let ref = 200
    static let configuration = 60
    static let note = 1_000
    static let parameters = 50
    static let value = 2_000
    static let labels = 10
    /// Of one app.
    static let waiting = 100
    /// How often a request is begun whose agents fall silent.
    static let attempts = 3
    /// Of one request, over all attempts.
    static let log = 8 << 20
    /// That is appended at once.
    static let logPiece = 256 << 10
    /// Of a finished request.
    static let logLife: TimeInterval = 90 * 86_400
    /// What an agent says of a failure.
    static let reason = 1_000
}

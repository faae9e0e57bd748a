import Foundation
import Storage
import Web

/// A program outside that builds what is asked for, such as `console agent`: what it last said of itself.
public struct BuildAgent: Codable, Sendable {
    /// As it calls itself.
    public let name: String
    public let platforms: [Platform]
    /// What it has, such as `xcode-26`: a request may ask for them.
    public let labels: [String]
    /// Where it came from, the last time.
    public let address: String
    public let firstAt: Date
    /// When it asked for work last, or said that it was still at it.
    public let seenAt: Date
    /// What it builds just now.
    public internal(set) var request: OrNull<BuildAgentWork>
}

extension BuildAgent {
    /// Whether it asked for work lately.
    func isThere(at time: Date) -> Bool {
        time.timeIntervalSince(seenAt) < BuildAgentLimits.presence
    }

    /// By what it says of itself; which apps its token is for is not asked.
    func canTake(_ request: BuildRequest) -> Bool {
        platforms.contains(request.platform) && request.labels.allSatisfy(labels.contains)
    }
}

/// What an agent works on, for those who may see the app.
public struct BuildAgentWork: Codable, Sendable {
    public let id: String
    public let app: String
    public let number: Int
    public let platform: Platform
}

/// What an agent says of itself when it asks for work.
public struct BuildAgentCard: Codable, Sendable {
    public var name: String
    public var platforms: [Platform]
    public var labels: [String]?

    public init(name: String, platforms: [Platform], labels: [String]? = nil) {
        self.name = name
        self.platforms = platforms
        self.labels = labels
    }

    /// - Throws: `invalid` with every field that is wrong.
    func check() throws {
        var wrong: [Rejection] = []
        if name.wholeMatch(of: #/[A-Za-z0-9][A-Za-z0-9_.\-]{0,59}/#) == nil { wrong.append(Rejection("name", "buildRequests.agents.name.invalid")) }
        if platforms.isEmpty { wrong.append(Rejection("platforms", "buildRequests.agents.platforms.none")) }
        if !BuildRequestRules.areLabels(labels ?? [], upTo: BuildAgentLimits.labels) {
            wrong.append(Rejection("labels", "buildRequests.labels.invalid", ["limit": "\(BuildAgentLimits.labels)"]))
        }
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
    }
}

/// What an agent gets when there is something for it.
public struct BuildAgentClaim: Codable, Sendable {
    public let request: BuildRequest
    public let lease: BuildAgentLease
    /// Where its first piece of log begins: behind what earlier attempts wrote.
    public let logOffset: Int
    /// Bytes of a log that are kept.
    public let logLimit: Int
    /// Bytes that may be appended at once.
    public let logPiece: Int
}

/// The right to work on a request. It ends when it is not renewed in time, when the request is cancelled, and with the result.
public struct BuildAgentLease: Codable, Sendable {
    /// Sent as `Build-Lease` with everything about the request; shown this once.
    public let token: String
    public let until: Date
    /// From now on.
    public let seconds: Int
}

/// How an agent's work came out.
public enum BuildAgentResult: String, Codable, CaseIterable, Sendable {
    case succeeded, failed

    var state: BuildRequestState { self == .succeeded ? .succeeded : .failed }
}

enum BuildAgentLimits {
    static let labels = 20
    /// Rows that are kept.
    static let agents = 500
    /// Without asking, until it is forgotten.
    static let life: TimeInterval = 30 * 86_400
    /// How exactly it is known when an agent asked last: asking each second costs no more than a write in this time.
    static let exactness: TimeInterval = 10
    /// Seen so lately it counts as there.
    static let presence: TimeInterval = 60
}

import Foundation
import Web

/// A running console, one of the equal ones that share a database.
public struct Node: Codable, Sendable {
    /// Made anew at each start: it holds leases, and a process that was started again holds none.
    public let id: String
    public let name: String
    /// Where the others, or a balancer, reach it.
    public let address: String
    public let version: String
    public let startedAt: Date
    /// By the database's clock, like all times of nodes.
    public let seenAt: Date
    public let state: NodeState
    public let uptimeSeconds: Int
    public let foldingLagMilliseconds: Int
    public let uploadsWaiting: Int
    /// Log lines since it started.
    public let linesTaken: Int
}

/// Whether a node can be counted on.
public enum NodeState: String, Codable, CaseIterable, Sendable {
    case alive, silent

    /// Three heartbeats.
    static let silence: TimeInterval = 15

    init(seen: Date, now: Date) {
        self = now.timeIntervalSince(seen) < Self.silence ? .alive : .silent
    }
}

/// What a node says of its work, beside being there.
public struct NodeFigures: Sendable {
    /// Milliseconds from the arrival of the oldest line that no page shows yet; 0 when they show all.
    public var foldingLag = 0
    /// Uploads whose senders wait for an answer.
    public var uploadsWaiting = 0
    /// Log lines since it started.
    public var linesTaken = 0

    public init(foldingLag: Int = 0, uploadsWaiting: Int = 0, linesTaken: Int = 0) {
        self.foldingLag = foldingLag
        self.uploadsWaiting = uploadsWaiting
        self.linesTaken = linesTaken
    }

    /// Lines are in every statistic when their upload is answered, so the oldest that waits is the lag.
    init(_ load: TelemetryLoad) {
        self.init(foldingLag: Int(load.oldest / .milliseconds(1)), uploadsWaiting: load.waiting, linesTaken: load.lines)
    }
}

/// All that is known of the nodes together.
public struct NodeOverview: Codable, Sendable {
    /// By name.
    public let nodes: [Node]
    /// Those that somebody holds now.
    public let leases: [Lease]
    public let jobs: JobCounts

    /// Who alone does something.
    public struct Lease: Codable, Sendable {
        public let name: String
        /// Its id.
        public let node: String
        /// Null for a node that has not said its name yet.
        public let nodeName: OrNull<String>
        public let token: Int
        public let expiresAt: Date
    }
}

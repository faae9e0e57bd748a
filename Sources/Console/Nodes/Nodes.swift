import Foundation
import Signing
import Storage
import Synchronization

/// The consoles that share this database: this one says that it is there, and learns how many others are.
public final class Nodes: Sendable {
    /// This process, among all that ever were.
    public let id = Random.hex(8)
    private let database: Database
    private let name: String
    private let figures: @Sendable () -> NodeFigures
    private let started = ContinuousClock.now
    private let metrics = NodeMetrics()
    private let address = Mutex("")
    private let known = Mutex(1)

    /// How often a node says that it is there.
    static let period = Duration.seconds(5)

    /// - Parameters:
    ///   - name: for people, e.g. the machine's.
    ///   - figures: asked at each heartbeat.
    init(database: Database, name: String, figures: @escaping @Sendable () -> NodeFigures) {
        self.database = database
        self.name = name.isEmpty ? "node" : name
        self.figures = figures
    }

    /// How many nodes are up, this one among them, as of the last heartbeat that reached the database; for what is divided among them, such as rates.
    public var alive: Int { known.withLock { $0 } }

    /// Where this node turned out to listen.
    func listens(at address: String) {
        self.address.withLock { $0 = address }
    }

    /// Says that this node is there, and looks who else is.
    func beat() async throws {
        let beat = NodeBeat(
            id: id,
            name: name,
            address: address.withLock { $0 },
            version: Release.version,
            uptime: (ContinuousClock.now - started) / .seconds(1),
            figures: figures()
        )
        metrics.record(beat.figures, database.load)
        try await database.write(.readCommitted) { connection in
            let now = try connection.now()
            try connection.saveNode(beat, at: now)
            try connection.deleteNodes(replacedBy: beat, at: now)
        }
        let (alive, jobs) = try await database.read { connection in
            (try connection.countNodes(seenAfter: try connection.now().addingTimeInterval(-NodeState.silence)), try connection.countJobs())
        }
        known.withLock { $0 = max(1, alive) }
        metrics.record(alive: alive, jobs)
    }

    /// Takes this node off the list, so that nobody waits for it.
    func leave() async throws {
        try await database.write(.readCommitted) { [id] in try $0.deleteNode(id) }
    }

    /// Everything on them that is in the database.
    func overview() async throws -> NodeOverview {
        try await database.read { connection in
            let now = try connection.now()
            return NodeOverview(nodes: try connection.nodes(at: now), leases: try connection.heldLeases(at: now), jobs: try connection.countJobs())
        }
    }
}

/// What a node says of itself every few seconds.
struct NodeBeat: Sendable {
    let id: String
    let name: String
    let address: String
    let version: String
    /// Seconds; the process may have another idea of the time than the database.
    let uptime: TimeInterval
    let figures: NodeFigures
}

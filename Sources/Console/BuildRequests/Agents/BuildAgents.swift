import Foundation
import Signing
import Storage
import Web

/// The queue as agents see it. A claim is a lease: whoever stops renewing it loses the request to the next one.
public struct BuildAgents: Sendable {
    let database: Database
    let audit: Audit
    /// Of a lease; tests take a shorter one.
    var life = Duration.seconds(60)

    // MARK: looking

    /// Those that were seen lately first.
    func list(for viewer: Viewer?) async throws -> [BuildAgent] {
        let (agents, running) = try await database.read { connection in
            (try connection.buildAgents(limit: BuildAgentLimits.agents), try connection.runningBuildRequests(limit: BuildAgentLimits.agents))
        }
        let work = Dictionary(running.map { ($0.agent.value ?? "", $0) }) { first, _ in first }
        return agents.map { agent in
            var agent = agent
            agent.request = OrNull(work[agent.name].flatMap { viewer?.sees($0.app) ?? false ? BuildAgentWork($0) : nil })
            return agent
        }
    }

    // MARK: claiming

    /// Gives an agent what has waited the longest and what it can build.
    /// - Parameters:
    ///   - viewer: the agent's token; only apps that it may work on count.
    ///   - address: where it asks from.
    /// - Throws: `invalid` for the card; `limited` when too many agents are known.
    /// - Returns: nil when there is nothing.
    func claim(_ card: BuildAgentCard, for viewer: Viewer, from address: String) async throws -> BuildAgentClaim? {
        try card.check()
        let search = BuildAgentSearch(card, apps: viewer.buildApps)
        let known = BuildAgentSight(card, address: address, token: viewer.name)
        // A read waits for nobody, and mostly there is nothing.
        guard try await database.read({ try $0.hasNews(for: search, known) }) else { return nil }
        let token = Random.hex(16)
        return try await database.write(.readCommitted) { [life] connection in
            try connection.noteBuildAgent(known)
            try connection.takeBackBuildRequests()
            guard let id = try connection.claimBuildRequest(search, lease: Self.hash(token), for: life),
                let request = try connection.buildRequest(id)
            else { return nil }
            let until = try connection.now().addingTimeInterval(life / .seconds(1))
            return BuildAgentClaim(
                request: request,
                lease: BuildAgentLease(token: token, until: until, seconds: Int(life / .seconds(1))),
                logOffset: request.logSize,
                logLimit: BuildRequestLimits.log,
                logPiece: BuildRequestLimits.logPiece
            )
        }
    }

    private static func hash(_ token: String) -> String {
        Hex.encode(Digest.sha256(Array(token.utf8)))
    }

    // MARK: working

    /// - Throws: as ``held(_:_:)``.
    func renew(_ key: BuildAgentKey) async throws -> BuildAgentLease {
        try await held(key) { [life] connection, request in
            let until = try connection.now().addingTimeInterval(life / .seconds(1))
            try connection.prolongBuildRequest(request.id, until: until)
            if let agent = request.agent.value { try connection.touchBuildAgent(agent) }
            return BuildAgentLease(token: key.lease, until: until, seconds: Int(life / .seconds(1)))
        }
    }

    /// Gives a request back as if it had not been begun: its agent stops.
    func giveBack(_ key: BuildAgentKey) async throws {
        try await held(key) { connection, request in try connection.returnBuildRequest(request.id) }
    }

    /// Ends the work.
    /// - Throws: `invalid` for the reason; otherwise as ``held(_:_:)``.
    func finish(_ key: BuildAgentKey, _ result: BuildAgentResult, _ outcome: BuildRequestOutcome, by actor: Actor) async throws {
        let reason = (outcome.reason?.trimmingCharacters(in: .whitespacesAndNewlines)).flatMap(\.orNil)
        guard (reason ?? "").unicodeScalars.count <= BuildRequestLimits.reason else {
            throw Problem.invalid("reason", "buildRequests.reason.long", ["limit": "\(BuildRequestLimits.reason)"])
        }
        guard outcome.exitCode.map({ (-1...255).contains($0) }) ?? true else { throw Problem.invalid("exitCode", "buildRequests.exitCode.invalid") }
        try await held(key) { [audit] connection, request in
            let reason = result == .failed ? reason.map(OperationsLog.oneLine) ?? "unsaid" : nil
            try connection.endBuildRequest(request.id, result.state, BuildRequestOutcome(reason: reason, exitCode: outcome.exitCode))
            try audit.record(
                connection,
                by: actor,
                "buildRequest.\(result.rawValue)",
                app: request.app,
                object: request.audited,
                after: ["agent": request.agent.value ?? ""]
            )
        }
    }

    /// Notes the build that came of a request.
    func attach(_ build: String, to key: BuildAgentKey) async throws {
        try await held(key) { connection, request in try connection.attachBuild(build, to: request.id) }
    }

    /// The request that somebody works on.
    func request(_ key: BuildAgentKey) async throws -> BuildRequest {
        try await database.read { try Self.request(key, $0) }
    }

    /// - Throws: `notFound` for no such request; `conflict` when the lease is not the request's: it ended, the request was cancelled, or another
    ///   agent has it.
    func held<Value: Sendable>(
        _ key: BuildAgentKey,
        _ body: @escaping @Sendable (Connection, BuildRequest) throws -> Value
    ) async throws -> Value {
        try await database.write(.readCommitted) { connection in
            // Nobody takes it away between the look and the change.
            try connection.lockBuildRequest(key.request)
            return try body(connection, try Self.request(key, connection))
        }
    }

    private static func request(_ key: BuildAgentKey, _ connection: Connection) throws -> BuildRequest {
        guard let request = try connection.buildRequest(key.request), key.apps.map({ $0.contains(request.app) }) ?? true else {
            throw Problem.notFound
        }
        guard try connection.isLeased(request.id, hash(key.lease)) else { throw Problem(.conflict, "buildRequests.lease.lost") }
        return request
    }

    // MARK: upkeep

    /// Until it asks again.
    func forget(_ agent: String) async throws {
        try await database.write { try $0.deleteBuildAgent(agent) }
    }

    /// Puts back what agents fell silent about.
    func takeBack() async throws {
        try await database.write(.readCommitted) { try $0.takeBackBuildRequests() }
    }

    /// Forgets logs and agents of long ago.
    func purge() async throws {
        try await database.write(.readCommitted) { connection in
            let now = try connection.now()
            try connection.deleteBuildRequestLogs(finishedBefore: now.addingTimeInterval(-BuildRequestLimits.logLife), limit: 100)
            try connection.deleteBuildAgents(seenBefore: now.addingTimeInterval(-BuildAgentLimits.life))
        }
    }
}

extension BuildAgentWork {
    fileprivate init(_ request: BuildRequest) {
        self.init(id: request.id, app: request.app, number: request.number, platform: request.platform)
    }
}

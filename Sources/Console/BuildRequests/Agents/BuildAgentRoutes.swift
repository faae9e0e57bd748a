import Foundation
import HTTPTypes
import Hummingbird
import Web

/// What agents ask, and the page of those that were seen lately. Everything about a claimed request is asked with its lease in the header
/// `Build-Lease`; a lease that ended gets 409, and the agent stops.
struct BuildAgentRoutes: Sendable {
    let agents: BuildAgents
    let logs: BuildRequestLogs
    let delivery: BuildDelivery

    func add(to routes: Routes) throws {
        let seen = "Agents that asked for something to build in the last 30 days, those that were seen lately first."
        try routes.get("build-agents", seen, needs: .signedIn, view: "BuildRequests/agents", list)
        let claim = "Claim what has waited the longest and what the agent can build: 201 with a lease, 204 when there is nothing."
        try routes.api(.post, "build-agents/claims", claim, needs: .building, self.claim)

        let one = "build-requests/{id}"
        try routes.api(.post, "\(one)/lease", "Renew the lease in `Build-Lease`.", needs: .building, renew)
        let back = "Give a request back to the queue, as if it had not been begun; the lease in `Build-Lease` ends."
        try routes.api(.delete, "\(one)/lease", back, needs: .building, giveBack)
        let log = """
            Append to the log what the body holds; it belongs at `?offset=`. The same piece once more changes nothing. Lease in `Build-Lease`.
            """
        try routes.upload(.post, "\(one)/log", log, needs: .building, consumes: "text/plain", append)
        let artifact = "Bring the package that was built, called `?filename=`. The build belongs to the request. Lease in `Build-Lease`."
        try routes.upload(.put, "\(one)/artifact", artifact, needs: .building, deliver)
        let result = "Say how it came out, `succeeded` or `failed` with a reason; the lease in `Build-Lease` ends."
        try routes.api(.post, "\(one)/result", result, needs: .building, finish)
    }

    @Sendable func list(_: Nothing, _ context: Context) async throws -> Reply<List<BuildAgent>, BuildAgentPage> {
        let agents = try await agents.list(for: context.viewer)
        return .show(List(items: agents, next: nil, total: agents.count)) { BuildAgentPage(agents, context) }
    }

    @Sendable func claim(_ card: BuildAgentCard, _ context: Context) async throws -> Answer<BuildAgentClaim> {
        guard let viewer = context.viewer else { throw Problem(.unauthorized, "web.unauthorized") }
        guard let claim = try await agents.claim(card, for: viewer, from: context.address) else { return .done(at: "/build-agents") }
        return .created(claim, at: "/apps/\(claim.request.app)/build-requests/\(claim.request.id)")
    }

    // MARK: a claimed request

    @Sendable func renew(_: Nothing, _ context: Context) async throws -> Answer<BuildAgentLease> {
        .show(try await agents.renew(try context.buildKey()))
    }

    @Sendable func giveBack(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        try await agents.giveBack(try context.buildKey())
        return .done(at: "/build-agents")
    }

    private struct LogQuery: Codable {
        let offset: Int
    }

    @Sendable func append(_ request: Request, _ context: Context) async throws -> Answer<BuildRequestLogEnd> {
        let start = try context.query(as: LogQuery.self).offset
        let bytes = try await request.bytes(upTo: BuildRequestLimits.logPiece)
        return .show(BuildRequestLogEnd(offset: try await logs.append(bytes, at: start, try context.buildKey())))
    }

    private struct ArtifactQuery: Codable {
        let filename: String
    }

    @Sendable func deliver(_ request: Request, _ context: Context) async throws -> Answer<BuildBody> {
        let name = try context.query(as: ArtifactQuery.self).filename
        let taken = try await delivery.take(request, named: name, try context.buildKey(), by: context.actor)
        let app = try delivery.apps.app(taken.build.app)
        return .created(BuildBody(taken.build, app, context), at: "/apps/\(taken.build.app)/builds/\(taken.build.id)")
    }

    struct Result: Codable, Sendable {
        let result: BuildAgentResult
        /// Of a failure, for people.
        let reason: String?
        /// Of the command; -1 for one that ended by a signal.
        let exitCode: Int?
    }

    @Sendable func finish(_ input: Result, _ context: Context) async throws -> Answer<Nothing> {
        let outcome = BuildRequestOutcome(reason: input.reason, exitCode: input.exitCode)
        try await agents.finish(try context.buildKey(), input.result, outcome, by: context.actor)
        return .done(at: "/build-agents")
    }
}

/// Where the next piece of a log begins.
struct BuildRequestLogEnd: Codable, Sendable {
    let offset: Int
}

extension HTTPField.Name {
    /// What an agent shows for a request that it works on.
    static let buildLease = Self("Build-Lease")!
}

extension Context {
    /// - Throws: `invalid` without a lease.
    fileprivate func buildKey() throws -> BuildAgentKey {
        guard let key = try buildKey(of: parameter("id")) else { throw Problem.invalid("Build-Lease", "web.required") }
        return key
    }

    /// - Returns: nil without a lease.
    func buildKey(of request: String) throws -> BuildAgentKey? {
        headers[.buildLease].map { BuildAgentKey(request, lease: $0, viewer) }
    }
}

import Foundation
import NIOHTTP1

/// The console's queue, as an agent asks it.
struct AgentQueue: Sendable {
    let console: RemoteConsole

    private struct Card: Encodable {
        let name: String
        let platforms: [String]
        let labels: [String]
    }

    /// Asked once: a request whose answer was lost on the way comes back to the queue when nobody renews its lease.
    /// - Returns: nil when there is nothing to do.
    func claim(_ order: AgentOrder) async throws -> AgentClaim? {
        let card = Card(name: order.name, platforms: order.platforms, labels: order.labels)
        let question = try RemoteQuestion(telling: RemotePath(["build-agents", "claims"]), card)
        let answer = try await console.askOnce(question)
        return answer.isEmpty ? nil : try console.read(answer, of: question) as AgentClaim
    }

    private struct Lease: Decodable {
        let seconds: Int
    }

    func renew(_ claim: AgentClaim) async throws {
        let question = try RemoteQuestion(telling: path(claim, "lease"), [String: String](), headers: lease(claim))
        _ = try await console.answer(question) as Lease
    }

    func giveBack(_ claim: AgentClaim) async throws {
        _ = try await console.ask(RemoteQuestion(.DELETE, path(claim, "lease"), headers: lease(claim)))
    }

    private struct LogEnd: Decodable {
        let offset: Int
    }

    /// - Parameter start: of all that agents wrote.
    func append(_ bytes: [UInt8], at start: Int, _ claim: AgentClaim) async throws {
        let path = RemotePath(["build-requests", claim.request.id, "log"], [("offset", "\(start)")])
        let headers = [("Content-Type", "text/plain")] + lease(claim)
        _ = try await console.answer(RemoteQuestion(.POST, path, headers: headers, body: bytes)) as LogEnd
    }

    func upload(_ file: String, _ claim: AgentClaim) async throws -> RemoteBuild {
        var order = RemoteUploadOrder(app: claim.request.app, file: file)
        order.request = (claim.request.id, claim.lease.token)
        return try await console.upload(order)
    }

    private struct Result: Encodable {
        let result: String
        let reason: String?
        let exitCode: Int?
    }

    func finish(_ claim: AgentClaim, reason: String?, exitCode: Int?) async throws {
        let result = Result(result: reason == nil ? "succeeded" : "failed", reason: reason.map { String($0.prefix(1_000)) }, exitCode: exitCode)
        _ = try await console.ask(try RemoteQuestion(making: path(claim, "result"), result, headers: lease(claim)))
    }

    private func lease(_ claim: AgentClaim) -> [(String, String)] {
        [("Build-Lease", claim.lease.token)]
    }

    private func path(_ claim: AgentClaim, _ word: String) -> RemotePath {
        RemotePath(["build-requests", claim.request.id, word])
    }
}

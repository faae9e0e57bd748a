import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Web

@testable import Console

/// A console with an app, requests to build it, and agents that ask for them as scripts do.
struct BuildRequestRoom: Sendable {
    let room: BuildRoom

    static func run(_ test: @Sendable (BuildRequestRoom) async throws -> Void) async throws {
        try await BuildRoom.run { try await test(BuildRequestRoom(room: $0)) }
    }

    var console: TestConsole { room.console }
    var server: Server { room.server }
    static let all = "/apps/demo/build-requests"

    @discardableResult
    func ask(_ platform: Platform = .ios, ref: String = "main", labels: [String] = []) async throws -> BuildRequest {
        let new = NewBuildRequest(platform: platform, repository: "https://git.example.com/demo.git", ref: ref, labels: labels)
        return try await server.buildRequests.create(new, of: room.app, by: BuildRoom.actor)
    }

    func request(_ id: String) async throws -> BuildRequest {
        try await server.buildRequests.request(id, of: "demo")
    }

    // MARK: as an agent

    func claim(_ platforms: String = #""ios""#, name: String = "mac-1", labels: String = "", token: String? = nil) async throws -> TestResponse {
        try await console.api(
            .post,
            "/build-agents/claims",
            #"{"name":"\#(name)","platforms":[\#(platforms)],"labels":[\#(labels)]}"#,
            token: token
        )
    }

    func claimed(_ platforms: String = #""ios""#, name: String = "mac-1", labels: String = "") async throws -> BuildAgentClaim {
        try await claim(platforms, name: name, labels: labels).json(BuildAgentClaim.self)
    }

    func tell(
        _ method: HTTPRequest.Method,
        _ claim: BuildAgentClaim,
        _ path: String,
        _ json: String? = nil,
        token: String? = nil
    ) async throws -> TestResponse {
        let lease: HTTPFields = [.buildLease: claim.lease.token]
        return try await console.api(method, "/build-requests/\(claim.request.id)/\(path)", json, token: token, headers: lease)
    }

    /// A piece of log.
    func write(_ text: String, at start: Int, _ claim: BuildAgentClaim) async throws -> TestResponse {
        try await send(.post, claim, "log?offset=\(start)", Array(text.utf8), type: "text/plain")
    }

    func send(
        _ method: HTTPRequest.Method,
        _ claim: BuildAgentClaim,
        _ path: String,
        _ body: [UInt8],
        type: String = "application/octet-stream"
    ) async throws -> TestResponse {
        let headers: HTTPFields = [.authorization: "Bearer \(console.token)", .contentType: type, .buildLease: claim.lease.token]
        return try await console.ask(method, "/api/v1/build-requests/\(claim.request.id)/\(path)", headers: headers, body: body)
    }

    /// Lets its lease run out.
    func silence(_ claim: BuildAgentClaim) async throws {
        try await server.database.write { try $0.prolongBuildRequest(claim.request.id, until: Date(timeIntervalSince1970: 0)) }
    }

    /// A token with these scopes only.
    func token(_ scopes: String, app: String? = nil) async throws -> String {
        struct Made: Decodable { let token: String }
        let place = app.map { #","app":"\#($0)""# } ?? ""
        return try await console.api(.post, "/tokens", #"{"name":"t","scopes":[\#(scopes)]\#(place)}"#).json(Made.self).token
    }
}

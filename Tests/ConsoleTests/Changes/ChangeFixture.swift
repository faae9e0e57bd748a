import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Storage
import TestSupport
import Testing

@testable import Console

/// Waits until something holds, looking every 20 ms: 2 s is what is promised, but these tests share the machine with hundreds of others.
/// - Returns: whether it did in time.
func eventually(within limit: Duration = .seconds(6), _ holds: () async throws -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + limit
    while ContinuousClock.now < end {
        if try await holds() { return true }
        try await Task.sleep(for: .milliseconds(20))
    }
    return try await holds()
}

/// Two consoles on one database, as two nodes behind a balancer: each in its own data directory, with the same key file.
struct ChangeNodes: Sendable {
    let console: TestConsole
    let second: Server

    var first: Server { console.server }

    /// - Parameter announcements: what the nodes hear; nil for what the database says.
    static func run(hearing announcements: AsyncStream<Announcement>? = nil, _ test: @Sendable (ChangeNodes) async throws -> Void) async throws {
        try await TestConsole.run { console in
            let directory = FileManager.default.temporaryDirectory.appending(path: "node-\(UUID().uuidString)").path
            defer { try? FileManager.default.removeItem(atPath: directory) }
            let nodes = ChangeNodes(console: console, second: try await node(directory, beside: console))
            try await nodes.watching(announcements, test)
            try nodes.second.database.close()
        }
    }

    private static func node(_ directory: String, beside console: TestConsole) async throws -> Server {
        let first = console.server.settings
        let flags = ["data": directory, "home": first.home, "database": first.database, "key-file": first.keyFile, "node-name": "second"]
        let settings = try Settings(flags: flags.compactMapValues { $0 }, environment: [:])
        return try await Server(settings: settings, clock: console.clock.clock)
    }

    private func watching(_ announcements: AsyncStream<Announcement>?, _ test: @Sendable (ChangeNodes) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await first.changes.watch(announcements) }
            group.addTask { await second.changes.watch(announcements) }
            defer { group.cancelAll() }
            try await test(self)
        }
    }

    /// Asks the second node as a browser with this cookie does.
    func page(_ path: String, _ session: String) async throws -> HTTPResponse.Status {
        try await Application(router: try second.router(views: try TestConsole.views.get())).test(.router) { client in
            try await client.execute(uri: path, method: .get, headers: [.cookie: "session=\(session)"]).status
        }
    }

    static func post(_ path: String, _ headers: HTTPFields, _ body: String, to server: Server) async throws -> HTTPResponse.Status {
        try await Application(router: try server.router(views: try TestConsole.views.get())).test(.router) { client in
            try await client.execute(uri: path, method: .post, headers: headers, body: ByteBuffer(string: body)).status
        }
    }

    /// Whether the second node knows a token.
    func takes(_ token: String) async throws -> Bool {
        try await second.tokens.identity(token) != nil
    }

    func logIn() async throws -> String {
        try await first.sessions.logIn(email: TestConsole.email, password: TestConsole.password, from: SessionOrigin(address: "192.0.2.1")).secret
    }
}

/// Nothing is ever heard on it.
func silence() -> AsyncStream<Announcement> {
    AsyncStream { _ in }
}

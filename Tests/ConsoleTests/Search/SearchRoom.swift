import Foundation
import TestSupport
import Testing
import Web

@testable import Console

/// A console with an app in which there is something of everything.
struct SearchRoom: Sendable {
    let console: TestConsole

    static func run(_ test: @Sendable (SearchRoom) async throws -> Void) async throws {
        try await TestConsole.run { console in
            try await console.makeApp("Demo", platforms: ["ios", "android"])
            try await test(SearchRoom(console: console))
        }
    }

    var server: Server { console.server }

    func search(_ query: String, token: String? = nil) async throws -> SearchResults {
        let answer = try await console.api(.get, "/search?\(query)", token: token)
        guard answer.status == .ok else { throw TestFailure("search: \(answer.status) \(answer.text)") }
        return try answer.json(SearchResults.self)
    }

    /// Titles of what was found of a kind.
    func titles(_ kind: SearchKind, _ query: String, token: String? = nil) async throws -> [String] {
        try await search(query, token: token).groups.first { $0.kind == kind }?.items.map(\.title) ?? []
    }

    func addDevice(_ device: String, user: String = "", app: String = "demo", platform: String = "ios") async throws {
        let now = console.clock.now
        try await server.database.write { connection in
            try connection.run(
                """
                INSERT INTO device (app_id, platform, device, first_day, last_day, last_time, version, user_id, model, os_version, channel)
                VALUES (\(app), \(platform), \(device), 20000, 20000, \(now), '2.3.1', \(user), 'iPhone 16', '18.1', '')
                """
            )
        }
    }

    func addGroup(_ id: String, _ title: String, culprit: String = "", app: String = "demo", age: Double = 0) async throws {
        let time = console.clock.now.addingTimeInterval(-age)
        try await server.database.write { connection in
            try connection.run(
                """
                INSERT INTO crash_group (app_id, id, platform, title, culprit, type, handled, state, first_time, last_time, first_version, last_version,
                    reports, devices, users, created_at)
                VALUES (\(app), \(id), 'ios', \(title), \(culprit), '', 0, 'open', \(time), \(time), '1.0', '1.0', 1, 1, 1, \(time))
                """
            )
        }
    }

    /// A token of a person who may do this much.
    func token(_ email: String, _ role: Role, on app: String, scopes: [Scope] = [.all]) async throws -> String {
        let account = NewAccount(email: email, password: TestConsole.password, role: AccountRole(app: app, role: role))
        try await server.accounts.create(account, by: .local)
        let origin = SessionOrigin(address: "192.0.2.1")
        let session = try await server.sessions.logIn(email: email, password: TestConsole.password, from: origin)
        let viewer = try #require(try await server.sessions.identity(session.secret)).viewer
        return try await server.tokens.create(NewToken(name: email, scopes: scopes), for: viewer, by: .local).token
    }
}

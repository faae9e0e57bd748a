import Foundation
import HTTPTypes
import HummingbirdTesting
import Storage
import TestSupport

@testable import Console

/// What an SDK does with a console.
struct SentryRoom: Sendable {
    let console: TestConsole
    let key: String
    let project: Int

    /// Of one event, for most tests. The console's clock stands at 2026-11-21T02:40:00Z.
    static let id = "9ec79c33ec9942ab8353589fcb2e04dc"

    struct Shown: Decodable {
        let project: Int
        let dsn: String?
        let eventsAMinute: Int
        let keys: [Key]

        struct Key: Decodable {
            let publicKey: String
            let dsn: String
            let state: String
            let counts: [Count]
        }

        struct Count: Decodable, Equatable {
            let kind: String
            let quantity: Int
        }
    }

    /// An app `demo` with one platform, and its address.
    static func make(_ console: TestConsole) async throws -> SentryRoom {
        try await console.makeApp()
        let shown = try await shown(console)
        return SentryRoom(console: console, key: shown.keys[0].publicKey, project: shown.project)
    }

    static func shown(_ console: TestConsole, of app: String = "demo") async throws -> Shown {
        try await console.api(.get, "/apps/\(app)/platforms/ios/sentry").json(Shown.self)
    }

    static func event(
        _ id: String? = SentryRoom.id,
        handled: Bool = false,
        type: String = "CartError",
        time: String = "2026-11-21T02:39:50Z"
    ) -> String {
        """
        {\(id.map { "\"event_id\":\"\($0)\"," } ?? "")"platform":"python","level":"error","timestamp":"\(time)","release":"shop@1.2.0+3","environment":"prod",
         "user":{"id":"user1"},"contexts":{"device":{"id":"device1","model":"Phone 7"},"os":{"name":"Android","version":"15"}},
         "exception":{"values":[{"type":"\(type)","value":"no total","mechanism":{"type":"x","handled":\(handled)},
          "stacktrace":{"frames":[{"module":"shop.cart","function":"total","filename":"shop/cart.py","lineno":12,"in_app":true}]}}]}}
        """
    }

    /// An envelope of items, each with its type and what else its head says.
    static func envelope(_ items: [(head: String, payload: String)], id: String? = SentryRoom.id, dsn: String? = nil) -> [UInt8] {
        let heads = [id.map { #""event_id":"\#($0)""# }, dsn.map { #""dsn":"\#($0)""# }].compactMap { $0 }
        let text = items.map { "{\($0.head),\"length\":\($0.payload.utf8.count)}\n\($0.payload)\n" }.joined()
        return Array("{\(heads.joined(separator: ","))}\n\(text)".utf8)
    }

    func send(
        _ body: [UInt8],
        to door: String = "envelope/",
        key: String? = nil,
        project: Int? = nil,
        headers extra: HTTPFields = [:]
    ) async throws -> TestResponse {
        var headers = extra
        headers[.sentryAuth] = "Sentry sentry_version=7, sentry_client=test/1, sentry_key=\(key ?? self.key)"
        return try await console.ask(.post, "/api/\(project ?? self.project)/\(door)", headers: headers, body: body)
    }

    @discardableResult
    func send(_ items: [(head: String, payload: String)], id: String? = SentryRoom.id) async throws -> TestResponse {
        try await send(Self.envelope(items, id: id))
    }

    func sendEvent(_ event: String = SentryRoom.event()) async throws -> TestResponse {
        try await send([(#""type":"event""#, event)])
    }

    func count(_ table: String, _ condition: String = "1 = 1") async throws -> Int {
        try await console.server.database.read { try $0.value(SQL(trusted: "SELECT count(*) FROM \(table) WHERE \(condition)")) ?? 0 }
    }

    func sum(_ column: String, _ table: String) async throws -> Int {
        try await console.server.database.read { try $0.value(SQL(trusted: "SELECT CAST(COALESCE(SUM(\(column)), 0) AS BIGINT) FROM \(table)")) ?? 0 }
    }
}

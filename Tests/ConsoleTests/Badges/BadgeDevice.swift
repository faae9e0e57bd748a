import Foundation
import TestSupport

@testable import Console

/// A device that calls the operations of a room, behind the gateway.
struct BadgeDevice {
    let console: TestConsole
    var device = "device-1"
    var version = "2.3.0"
    var platform = Platform.ios
    /// Who is logged in.
    var session: String?
    var app = "demo"

    /// What the operation answers.
    func call(_ name: String, _ json: String) async throws -> [String: Any] {
        let operations = console.server.badges.operations + console.server.feedback.operations
        guard let operation = operations.first(where: { $0.name == name }) else { throw TestFailure("no operation \(name)") }
        let answer = try await operation.handle(try call(name, Array(json.utf8)))
        return try JSONSerialization.jsonObject(with: Data(answer)) as? [String: Any] ?? [:]
    }

    private func call(_ name: String, _ request: [UInt8]) throws -> GatewayCall {
        GatewayCall(
            app: try console.server.apps.app(app),
            platform: try console.server.apps.platform(platform, of: app),
            operation: name,
            device: device,
            version: version,
            user: session,
            request: request,
            receivedAt: console.clock.now
        )
    }

    /// The dots it shows: path to both numbers.
    func pull(_ json: String = "{}") async throws -> [String: [Int]] {
        let badges = try await call("mpaas.badge.pull", json)["badges"] as? [[String: Any]] ?? []
        return try Dictionary(uniqueKeysWithValues: badges.map { ($0["badgeId"] as? String ?? "", try numbers($0)) })
    }

    private func numbers(_ badge: [String: Any]) throws -> [Int] {
        guard let temporary = badge["temporaryBadgeNumber"] as? Int, let persistent = badge["persistentBadgeNumber"] as? Int else {
            throw TestFailure("no numbers: \(badge)")
        }
        return [temporary, persistent]
    }

    /// How many dots were cleared.
    func acknowledge(_ widgets: String..., as user: String? = nil) async throws -> Int {
        let request: [String: Any] = user.map { ["widgetIds": widgets, "userId": $0] } ?? ["widgetIds": widgets]
        let json = String(decoding: try JSONSerialization.data(withJSONObject: request), as: UTF8.self)
        return try await call("mpaas.badge.ack", json)["acknowledged"] as? Int ?? -1
    }

    /// What it is refused with; nil when it is not.
    func refusal(_ name: String, _ json: String) async -> GatewayRefusal? {
        do {
            _ = try await call(name, json)
            return nil
        } catch {
            return error as? GatewayRefusal
        }
    }
}

import Foundation
import HummingbirdTesting
import TestSupport
import Web

@testable import Console

/// An app with switches, seen from all sides.
struct SwitchRoom: Sendable {
    let console: TestConsole
    let app = "demo"

    static let ann = SwitchEditor(Actor(id: "ann", name: "ann@example.com"))
    static let ben = SwitchEditor(Actor(id: "ben", name: "ben@example.com"))

    static func run(_ test: @Sendable (SwitchRoom) async throws -> Void) async throws {
        try await TestConsole.run { console in
            try await console.makeApp("Demo", platforms: ["ios", "android"])
            try await test(SwitchRoom(console: console))
        }
    }

    var switches: Switches { console.server.switches }

    /// Drafts a switch as a script would.
    @discardableResult
    func save(_ key: String, _ json: String, by editor: SwitchEditor = ann) async throws -> Switch {
        try await switches.save(key, of: app, try JSONDecoder().decode(SwitchInput.self, from: Data(json.utf8)), by: editor).0
    }

    @discardableResult
    func publish(_ revision: Int? = nil, by editor: SwitchEditor = ann) async throws -> SwitchPublication {
        try await switches.publish(app, SwitchPublicationInput(revision: revision, note: nil), by: editor)
    }

    /// What a device is told, as text.
    func answer(_ request: String = "{}", platform: Platform = .ios, device: String = "", user: String? = nil) async throws -> String {
        let app = try console.server.apps.app(app)
        let call = GatewayCall(
            app: app,
            platform: try console.server.apps.platform(platform, of: app.id),
            operation: "alipay.client.switches.all.get",
            device: device,
            version: "",
            user: user,
            request: Array(request.utf8),
            receivedAt: console.clock.now
        )
        guard let operation = switches.operations.first(where: { $0.name == call.operation }) else { throw TestFailure("no operation") }
        return String(decoding: try await operation.handle(call), as: UTF8.self)
    }

    /// The contract's answer.
    struct Answer: Decodable {
        let switches: [String: JSONValue]
        let version: String
    }

    func values(_ request: String = "{}", platform: Platform = .ios) async throws -> [String: JSONValue] {
        try JSONDecoder().decode(Answer.self, from: Data(try await answer(request, platform: platform).utf8)).switches
    }
}

import Foundation
import HummingbirdTesting
import Storage
import TestSupport
import Web

@testable import Console

/// An app with releases, seen from all sides.
struct UpdateRoom: Sendable {
    let console: TestConsole

    static let ann = Actor(id: "ann", name: "ann@example.com")

    static func run(_ test: @Sendable (UpdateRoom) async throws -> Void) async throws {
        try await TestConsole.run { console in
            try await console.makeApp("Demo", platforms: ["ios", "android"])
            try await test(UpdateRoom(console: console))
        }
    }

    var updates: Updates { console.server.updates }

    var app: App {
        get throws { try console.server.apps.app("demo") }
    }

    /// What another node on the same database has, and what this one has after a restart.
    func another() async throws -> Updates {
        let server = console.server
        // A busy machine may take its time.
        let windows = RolloutWindows(database: server.database, clock: server.clock, patience: .seconds(30))
        let updates = Updates(database: server.database, audit: server.audit, clock: server.clock, builds: self.updates.builds, windows: windows)
        try await updates.refresh()
        return updates
    }

    /// Drafts a release as a script would: on iOS, with an address and a message, unless `json` says otherwise.
    func draft(_ version: String, _ json: String = "") async throws -> Update {
        let usual = #""version":"\#(version)","message":"m""#
        let platform = json.contains(#""platform""#) ? "" : #","platform":"ios""#
        let address = json.contains(#""downloadURL""#) ? "" : #","downloadURL":"https://a.example/\#(version)""#
        let text = "{\(usual)\(platform)\(address)\(json.isEmpty ? "" : ",\(json)")}"
        let input = try JSONDecoder().decode(UpdateInput.self, from: Data(text.utf8))
        return try await updates.create(input, of: try app, zone: .gmt, by: Self.ann)
    }

    @discardableResult
    func publish(_ version: String, _ json: String = "") async throws -> Update {
        try await updates.publish(try await draft(version, json).id, of: "demo", revision: nil, publicURL: "https://c.example", by: Self.ann)
    }

    /// What a device is told.
    /// - Parameter request: as JSON; a device with version 1.0 unless it says otherwise.
    func answer(_ request: String = "{}", platform: Platform = .ios, by node: Updates? = nil) async throws -> UpdateAnswer {
        try JSONDecoder().decode(UpdateAnswer.self, from: Data(try await bytes(request, platform: platform, by: node)))
    }

    func bytes(_ request: String = "{}", platform: Platform = .ios, by node: Updates? = nil) async throws -> [UInt8] {
        let call = GatewayCall(
            app: try app,
            platform: try console.server.apps.platform(platform, of: "demo"),
            operation: "alipay.client.updateVersion",
            device: "",
            version: "1.0",
            user: nil,
            request: Array(request.utf8),
            receivedAt: console.clock.now
        )
        guard let operation = (node ?? updates).operations.first else { throw TestFailure("no operation") }
        return try await operation.handle(call)
    }

    /// The version that a device is told of; nil for none.
    func told(_ request: String = "{}", platform: Platform = .ios, by node: Updates? = nil) async throws -> String? {
        let answer = try await answer(request, platform: platform, by: node)
        return answer.resultStatus == 201 ? nil : answer.newestVersion
    }

    /// Devices as logs would have described them today.
    func seen(_ devices: [(id: String, version: String, model: String, os: String)], platform: Platform = .ios) async throws {
        let day = Int((console.clock.now.timeIntervalSince1970 + 8 * 3_600) / 86_400)
        try await console.server.database.write { connection in
            for device in devices {
                try connection.run(
                    """
                    INSERT INTO device (app_id, platform, device, first_day, last_day, last_time, version, user_id, model, os_version, channel)
                    VALUES ('demo', \(platform), \(device.id), \(day), \(day), 0, \(device.version), \("user-" + device.id), \(device.model), \(device.os), '')
                    """
                )
            }
        }
    }
}

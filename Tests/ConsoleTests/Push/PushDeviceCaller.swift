import Foundation
import Storage
import TestSupport

@testable import Console

/// A device that calls push's operations, behind the gateway.
struct PushDeviceCaller {
    let console: TestConsole
    var device = "device-1"
    var version = "2.3.0"
    var platform = Platform.ios
    /// Who is logged in.
    var session: String?

    /// 64 hex digits that begin with a number.
    static func token(_ number: Int) -> String { String(format: "%08x", number) + String(repeating: "ab", count: 28) }

    @discardableResult
    func call(_ name: String, _ json: String) async throws -> [String: Any] {
        guard let operation = console.pushDevices.operations.first(where: { $0.name == name }) else { throw TestFailure("no operation \(name)") }
        let call = GatewayCall(
            app: try console.server.apps.app("demo"),
            platform: try console.server.apps.platform(platform, of: "demo"),
            operation: name,
            device: device,
            version: version,
            user: session,
            request: Array(json.utf8),
            receivedAt: console.clock.now
        )
        return try JSONSerialization.jsonObject(with: Data(try await operation.handle(call))) as? [String: Any] ?? [:]
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

    /// - Parameter more: of the body, beside the token.
    func bind(_ token: String = token(1), _ more: [String: String] = [:]) async throws {
        let body = try JSONSerialization.data(withJSONObject: ["token": token].merging(more) { $1 })
        try await call("mpaas.push.bind", String(decoding: body, as: UTF8.self))
    }

    func report(_ event: String, of message: String) async throws {
        try await call("mpaas.push.report", #"{"messageId":"\#(message)","event":"\#(event)"}"#)
    }
}

extension TestConsole {
    var pushDevices: PushDevices { PushDevices(database: server.database, audit: server.audit, clock: server.clock) }
    var pushLists: PushLists { PushLists(database: server.database, audit: server.audit, clock: server.clock) }

    func pushDevice(_ id: String = "device-1") async throws -> PushDevice? {
        try await server.database.read { try $0.pushDevice("demo", id) }
    }

    /// A message that is being sent, with a delivery in each of some states.
    func makePushMessage(_ id: String = "m1", _ deliveries: [(device: String, state: PushDeliveryState)] = []) async throws {
        let now = clock.now
        try await server.database.write { connection in
            try connection.insertPushMessage(
                PushMessage(PushPlan.sample(), id: id, app: "demo", at: now, by: "tester")
            )
            for (device, state) in deliveries {
                try connection.run(
                    """
                    INSERT INTO push_delivery (app_id, message_id, device, platform, channel, environment, token, user_id, parameters, state, reason,
                        not_before, attempts, lease)
                    VALUES ('demo', \(id), \(device), 'ios', 'apns', 'production', 'x', '', '', \(state), '', 0, 0, '')
                    """
                )
            }
        }
    }

    /// Deliveries of a message, by device.
    func pushDeliveries(_ message: String = "m1") async throws -> [String: String] {
        let rows = try await server.database.read { connection in
            try connection.all("SELECT device, parameters FROM push_delivery WHERE app_id = 'demo' AND message_id = \(message)") {
                (try $0[0] as String, try $0[1] as String)
            }
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }
}

extension PushPlan {
    fileprivate static func sample() -> PushPlan {
        PushPlan(
            name: "sample",
            content: .empty,
            target: .everybody,
            schedule: .now(in: "Asia/Shanghai"),
            quiet: nil,
            cap: nil,
            parameters: [:]
        )
    }
}

import Foundation
import Signing
import Storage
import TestSupport
import Web

@testable import Console

/// A console with devices, and a server that stands in for Apple's.
struct PushSendingRoom: Sendable {
    let console: TestConsole
    let receiver: PushSendingReceiver
    let doors: PushDoors
    static let lease = "this node"
    static let key = Random.bytes(32)

    /// - Parameter patience: until when the server has to have answered.
    static func run(
        _ protocols: [String] = ["h2"],
        patience: Duration = .seconds(30),
        certificate: Bool = true,
        _ test: @Sendable (PushSendingRoom) async throws -> Void
    ) async throws {
        try await PushSendingReceiver.run(protocols) { receiver in
            try await TestConsole.run { console in
                try await console.makeApp("Demo", platforms: ["ios", "android"])
                let server = console.server
                let doors = PushDoors(
                    database: server.database,
                    certificates: server.certificates,
                    key: key,
                    clock: console.clock.clock,
                    patience: patience
                )
                let room = PushSendingRoom(console: console, receiver: receiver, doors: doors)
                try await room.join([lease, "a", "b", "c"])
                if certificate { try await room.bringKey() }
                try await test(room)
            }
        }
    }

    /// Nodes that are there: on PostgreSQL a sender waits until the others know of its own.
    private func join(_ leases: [String]) async throws {
        try await database.write { connection in
            let now = try connection.now()
            for lease in leases {
                try connection.run(
                    """
                    INSERT INTO node (id, name, address, version, started_at, seen_at, folding_lag, uploads_waiting, lines_taken)
                    VALUES (\(lease), \(lease), '', '', \(now), \(now.addingTimeInterval(3_600)), 0, 0, 0)
                    """
                )
            }
        }
    }

    var database: Database { console.server.database }
    var now: Date { console.clock.now }

    /// A token key for production that is taken to the receiver.
    @discardableResult
    func bringKey(_ environment: CertificateEnvironment = .production, root: String? = nil) async throws -> Certificate {
        var new = NewCertificate(alias: "key \(environment.rawValue)")
        (new.keyId, new.teamId, new.topic) = ("ABC123DEFG", "TEAM123456", "com.example.demo")
        (new.environment, new.endpoint, new.trustedRoot) = (environment, receiver.endpoint, root ?? receiver.root)
        let file = SmallFile(field: "file", name: "AuthKey_ABC123DEFG.p8", bytes: Array(PrivateKey.make().pem.utf8))
        return try await console.server.certificates.add([file], new, for: .push, to: try console.server.apps.app("demo"), by: .console)
    }

    func sending(_ limits: PushSendingLimits = PushSendingLimits(), lease: String = lease) -> PushSending {
        PushSending(database: database, doors: doors, lease: lease, clock: console.clock.clock, limits: limits)
    }

    // MARK: devices and messages

    /// 64 hex digits that begin with a number.
    static func token(_ number: Int) -> String { String(format: "%08x", number) + String(repeating: "ab", count: 28) }

    func bind(_ devices: Range<Int>, channel: PushChannel = .apns, environment: PushEnvironment = .production) async throws {
        let time = now.addingTimeInterval(-3_600)
        let platform: Platform = channel == .apns ? .ios : .android
        try await database.write { connection in
            for number in devices {
                try connection.run(
                    """
                    INSERT INTO push_device (app_id, device, platform, channel, environment, token, user_id, version, model, os_version, time_zone,
                        language, bound_at, seen_at, state, reason)
                    VALUES ('demo', \("device-\(number)"), \(platform), \(channel), \(environment), \(Self.token(number)), '', '1.0', '', '', '', '',
                        \(time), \(time), 'bound', '')
                    """
                )
            }
        }
    }

    /// A message for all devices, in the middle of being sent.
    @discardableResult
    func send(_ change: (inout PushContent) -> Void = { _ in }, parameters: [String: String] = [:]) async throws -> String {
        var content = PushContent.empty
        (content.title, content.body, content.ttlSeconds) = ("Hello", "World", 3_600)
        change(&content)
        let plan = PushPlan(
            name: "test",
            content: content,
            target: PushTarget(all: true),
            schedule: .now(in: "Asia/Shanghai"),
            quiet: nil,
            cap: nil,
            parameters: parameters
        )
        let (id, time) = (Random.hex(8), now)
        let message = PushMessage(plan, id: id, app: "demo", state: .sending, audience: 0, at: time, by: "ann", confirmedAt: time, confirmedBy: "ann")
        try await database.write { connection in
            try connection.insertPushMessage(message)
            try connection.run(
                """
                INSERT INTO push_delivery (app_id, message_id, device, platform, channel, environment, token, user_id, parameters, state, reason,
                    not_before, attempts, lease)
                SELECT app_id, \(id), device, platform, channel, environment, token, user_id, '', 'queued', '', \(time), 0, ''
                FROM push_device WHERE app_id = 'demo' AND state = 'bound'
                """
            )
            try connection.run("UPDATE push_message SET audience = (SELECT count(*) FROM push_delivery WHERE message_id = \(id)) WHERE id = \(id)")
        }
        return id
    }

    // MARK: looking

    /// Deliveries by `state` or `state reason`.
    func outcomes(of message: String) async throws -> [String: Int] {
        try await database.read { connection in
            let rows = try connection.all("SELECT state, reason FROM push_delivery WHERE message_id = \(message)") { row in
                [try row[0] as String, try row[1] as String].filter { !$0.isEmpty }.joined(separator: " ")
            }
            return rows.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
    }

    /// The figures, likewise.
    func tallies(of message: String) async throws -> [String: Int] {
        try await database.read { connection in
            let rows = try connection.all("SELECT outcome, reason, count FROM push_tally WHERE message_id = \(message)") { row in
                ([try row[0] as String, try row[1] as String].filter { !$0.isEmpty }.joined(separator: " "), try row[2] as Int)
            }
            return rows.reduce(into: [:]) { $0[$1.0, default: 0] += $1.1 }
        }
    }

    func deviceState(_ number: Int) async throws -> String {
        try await database.read { connection in
            try connection.value("SELECT state FROM push_device WHERE device = \("device-\(number)")") ?? ""
        }
    }
}

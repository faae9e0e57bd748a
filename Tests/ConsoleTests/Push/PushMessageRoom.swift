import Foundation
import Storage
import TestSupport
import Web

@testable import Console

/// An app with devices and messages to them; nobody sends: tests say what became of what is queued.
struct PushMessageRoom: Sendable {
    let console: TestConsole

    static let ann = Actor(id: "ann", name: "ann@example.com")
    static let bob = Actor(id: "bob", name: "bob@example.com")

    static func run(_ test: @Sendable (PushMessageRoom) async throws -> Void) async throws {
        try await TestConsole.run { console in
            try await console.makeApp("Demo", platforms: ["ios", "android"])
            try await test(PushMessageRoom(console: console))
        }
    }

    var server: Server { console.server }
    var database: Database { server.database }
    var messages: PushMessages { PushMessages(database: database, audit: server.audit, clock: console.clock.clock) }
    var templates: PushTemplates { PushTemplates(database: database, audit: server.audit, clock: console.clock.clock) }
    var scheduling: PushScheduling { PushScheduling(messages: messages) }
    var now: Date { console.clock.now }

    var app: App {
        get throws { try server.apps.app("demo") }
    }

    // MARK: devices

    /// 64 hex digits that begin with a number.
    static func token(_ number: Int) -> String { String(format: "%08x", number) + String(repeating: "ab", count: 28) }

    /// - Parameter user: of each; empty for nobody.
    func bind(_ devices: Range<Int>, zone: String = "", user: @escaping @Sendable (Int) -> String = { _ in "" }) async throws {
        let time = now
        try await database.write { connection in
            for number in devices {
                try connection.bindPush(Self.binding("device-\(number)", .ios, .apns, Self.token(number), user(number), zone, at: time))
            }
        }
    }

    /// One device that another service reaches.
    func bind(android number: Int, _ channel: PushChannel) async throws {
        let time = now
        try await database.write { connection in
            try connection.bindPush(Self.binding("android-\(number)", .android, channel, "token-\(number)", "", "", at: time))
        }
    }

    private static func binding(
        _ device: String,
        _ platform: Platform,
        _ channel: PushChannel,
        _ token: String,
        _ user: String,
        _ zone: String,
        at time: Date
    ) -> PushBinding {
        PushBinding(
            app: "demo",
            device: device,
            platform: platform,
            channel: channel,
            environment: .production,
            token: token,
            user: user,
            version: "1.0",
            model: platform == .ios ? "iPhone15,3" : "Pixel 9",
            osVersion: "18.0",
            timeZone: zone,
            language: "zh-Hans",
            at: time
        )
    }

    /// Channels of which the review of a message says so.
    func refusals(_ message: PushMessage, _ kind: PushWarning) async throws -> Set<PushChannel> {
        _ = try await messages.review(message.id, of: "demo", by: Self.ann)
        let review = try await messages.looked(message.id, of: "demo") { _, _, _ in [] }
        return Set(review.warnings.filter { $0.kind == kind }.compactMap(\.channel.value))
    }

    // MARK: messages

    static func input(_ json: String) throws -> PushMessageInput {
        try JSONDecoder().decode(PushMessageInput.self, from: Data(json.utf8))
    }

    /// To all, with a title and a text, unless `json` says otherwise.
    func draft(_ json: String = "", zone: TimeZone = .gmt) async throws -> PushMessage {
        let target = json.contains(#""target""#) ? "" : #","target":{"all":true}"#
        let body = json.contains(#""body""#) ? "" : #","body":"World""#
        let text = "{\"name\":\"n\"\(target)\(body)\(json.isEmpty ? "" : ",\(json)")}"
        return try await messages.create(try Self.input(text), of: try app, zone: zone, by: Self.ann)
    }

    func confirm(_ message: PushMessage, window: Int = 0) async throws -> PushMessage {
        _ = try await messages.review(message.id, of: "demo", by: Self.ann)
        return try await messages.confirm(message.id, of: "demo", PushConfirmation(windowSeconds: window), by: Self.ann)
    }

    /// Drafted, confirmed, and begun.
    func send(_ json: String = "", zone: TimeZone = .gmt) async throws -> PushMessage {
        let confirmed = try await confirm(try await draft(json, zone: zone))
        try await tick(2)
        return try await now(confirmed)
    }

    func now(_ message: PushMessage) async throws -> PushMessage { try await messages.message(message.id, of: "demo") }

    func tick(_ times: Int = 1) async throws {
        for _ in 0..<times { try await scheduling.tick() }
    }

    /// What services would have answered for everything that is due.
    func answer(_ message: PushMessage, _ state: PushDeliveryState = .sent) async throws {
        let time = now
        try await database.write { connection in
            let changed = try connection.run(
                """
                UPDATE push_delivery SET state = \(state), answered_at = \(time)
                WHERE app_id = 'demo' AND message_id = \(message.id) AND state = 'queued' AND not_before <= \(time)
                """
            )
            try connection.raisePushTally("demo", message.id, state == .sent ? .sent : .failed, "", by: changed, at: time)
        }
    }

    // MARK: looking

    /// Deliveries by `state` or `state reason`.
    func outcomes(_ message: PushMessage) async throws -> [String: Int] {
        try await database.read { connection in
            let rows = try connection.all("SELECT state, reason FROM push_delivery WHERE message_id = \(message.id)") { row in
                [try row[0] as String, try row[1] as String].filter { !$0.isEmpty }.joined(separator: " ")
            }
            return rows.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
    }

    /// When each queued device gets it.
    func times(_ message: PushMessage) async throws -> [String: Date] {
        let rows = try await database.read { connection in
            try connection.all("SELECT device, not_before FROM push_delivery WHERE message_id = \(message.id) AND state = 'queued'") { row in
                (try row[0] as String, try row[1] as Date)
            }
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    func runs(_ message: PushMessage) async throws -> [PushMessage] {
        try await database.read { try $0.pushMessages("demo", of: message.id, .run, limit: 100) }.reversed()
    }

    func kinds(_ message: PushMessage) async throws -> [PushEvent.Kind] {
        try await messages.history(message.id, of: "demo").map(\.kind).reversed()
    }

    func figures(_ message: PushMessage) async throws -> PushFigures {
        try await messages.statistics(message.id, of: "demo").figures
    }
}

/// A moment of a zone, written as people do.
func pushMoment(_ text: String, _ zone: String = "GMT") -> Date {
    guard let zone = PushZone.zone(zone), let moment = Moment(text) else { return .distantPast }
    return moment.date(now: .distantPast, edge: .distantPast, calendar: .days(in: zone), isEnd: false)
}

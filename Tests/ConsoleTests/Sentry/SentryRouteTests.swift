import Formats
import Foundation
import Gzip
import HTTPTypes
import Storage
import TestSupport
import Testing

@testable import Console

@Suite struct SentryRouteTests {
    private static let event = (head: #""type":"event""#, payload: SentryRoom.event())

    @Test func anEventIsAReportToBeRead() async throws {
        try await TestConsole.run { console in
            let room = try await SentryRoom.make(console)
            let answer = try await room.sendEvent()
            #expect(answer.status == .ok && answer.text == #"{"id":"9ec79c33ec9942ab8353589fcb2e04dc"}"#)
            #expect(answer.headers[.accessControlAllowOrigin] == "*")
            let row = try await console.server.database.read { connection in
                try connection.first("SELECT id, title, version, device, user_id, handled, channel, model, page FROM crash") { row in
                    try (0..<9).map { "\(try row[$0] as SQLValue)" }.joined(separator: " ")
                }
            }
            let shown = try #require(row)
            for part in ["9ec79c33ec9942ab8353589fcb2e04dc-0", "CartError: no total", "1.2.0", "device1", "user1", "prod", "Phone 7"] {
                #expect(shown.contains(part))
            }
            #expect(try await room.count("crash_unread") == 1)
            #expect(try await room.sum("crashes", "activity_minute") == 1)
            // The same once more, as SDKs do that heard no answer.
            #expect(try await room.sendEvent().status == .ok)
            // And another that says it is the same.
            #expect(try await room.sendEvent(SentryRoom.event(type: "OtherError")).status == .ok)
            #expect(try await room.count("crash") == 1)
            #expect(try await room.sum("crashes", "activity_minute") == 1)
        }
    }

    @Test func whatIsHandledIsAReportAndNoCrash() async throws {
        try await TestConsole.run { console in
            let room = try await SentryRoom.make(console)
            #expect(try await room.sendEvent(SentryRoom.event(handled: true)).status == .ok)
            #expect(try await room.count("crash", "handled = 1") == 1)
            #expect(try await room.count("crash_unread") == 1)
            #expect(try await room.sum("crashes", "activity_minute") == 0)
            #expect(try await room.count("device_day") > 0)
        }
    }

    private func report(_ console: TestConsole) async throws -> [UInt8]? {
        try await console.server.database.read { try $0.value("SELECT report FROM crash") }
    }

    @Test func aRebuildFindsTheSame() async throws {
        try await TestConsole.run { console in
            let room = try await SentryRoom.make(console)
            let session = #"{"sid":"s1","did":"d1","init":true,"started":"2026-11-21T02:30:00Z","status":"crashed","attrs":{"release":"a@1.0"}}"#
            // What came packed is kept as it came.
            let envelope = try Gzip.compress(SentryRoom.envelope([Self.event, (#""type":"session""#, session)]))
            #expect(try await room.send(envelope, headers: [.contentEncoding: "gzip"]).status == .ok)
            let before = try await report(console)
            try await console.server.telemetry.rebuild(app: "demo")
            #expect(before == Array(SentryRoom.event().utf8))
            #expect(try await report(console) == before)
            #expect(try await room.count("crash", "id = '\(SentryRoom.id)-0'") == 1)
            #expect(try await room.count("crash_unread") == 1)
            #expect(try await room.sum("begun", "session_hour") == 1)
            #expect(try await room.sum("crashed", "session_hour") == 1)
            #expect(try await room.count("session_device_day", "crashed = 1") == 1)
        }
    }

    @Test(arguments: ["envelope", "envelope/", "store", "store/"]) func bothDoorsTakeAnEventWithAndWithoutASlash(door: String) async throws {
        try await TestConsole.run { console in
            let room = try await SentryRoom.make(console)
            let body = door.hasPrefix("store") ? Array(SentryRoom.event().utf8) : SentryRoom.envelope([Self.event])
            #expect(try await room.send(body, to: door).text == #"{"id":"9ec79c33ec9942ab8353589fcb2e04dc"}"#)
        }
    }

    @Test func anEventWithoutAnIdGetsOne() async throws {
        try await TestConsole.run { console in
            let room = try await SentryRoom.make(console)
            for event in [SentryRoom.event(nil), "{}"] {
                let answer = try await room.send(Array(event.utf8), to: "store/")
                let id = try #require(answer.text.firstMatch(of: #/"id":"([0-9a-f]{32})"/#)).output.1
                #expect(try await room.count("crash", "id = '\(id)-0'") == 1)
            }
        }
    }

    // MARK: packing

    @Test func bodiesComePackedInEveryWay() async throws {
        try await TestConsole.run { console in
            let room = try await SentryRoom.make(console)
            let plain = SentryRoom.envelope([Self.event])
            let packed = try Gzip.compress(plain)
            // The same deflated bytes with zlib's wrapper, whose checksum is Adler-32, and with none.
            let raw = Array(packed.dropFirst(10).dropLast(8))
            let zlib = [0x78, 0x9C] + raw + adler(plain)
            for (name, body) in [("gzip", packed), ("deflate", zlib), ("deflate", raw), ("identity", plain)] {
                #expect(try await room.send(body, headers: [.contentEncoding: name]).status == .ok)
            }
            #expect(try await room.send(packed).status == .ok)
            let wrong = try await room.send(plain, headers: [.contentEncoding: "zstd"])
            #expect(wrong.status.code == 415 && wrong.headers[.sentryError]?.contains("zstd") ?? false)
            for name in ["gzip", "deflate", "br"] {
                #expect(try await room.send(Array(packed.dropLast(20)), headers: [.contentEncoding: name]).status.code == 400)
            }
            let bomb = try Gzip.compress([UInt8](repeating: 0x20, count: 12 << 20))
            #expect(try await room.send(bomb, headers: [.contentEncoding: "gzip"]).status.code == 413)
        }
    }

    private func adler(_ bytes: [UInt8]) -> [UInt8] {
        let (low, high) = bytes.reduce((UInt32(1), UInt32(0))) { sums, byte in
            let low = (sums.0 + UInt32(byte)) % 65_521
            return (low, (sums.1 + low) % 65_521)
        }
        return [UInt8(high >> 8), UInt8(high & 255), UInt8(low >> 8), UInt8(low & 255)]
    }

    // MARK: who may

    @Test func theKeyComesByHeaderQueryOrEnvelope() async throws {
        try await TestConsole.run { console in
            let room = try await SentryRoom.make(console)
            let path = "/api/\(room.project)/envelope/"
            let plain = SentryRoom.envelope([Self.event])
            #expect(try await console.ask(.post, "\(path)?sentry_key=\(room.key)&sentry_version=7", body: plain).status == .ok)
            let named = SentryRoom.envelope([Self.event], dsn: "https://\(room.key)@console.example/\(room.project)")
            #expect(try await console.ask(.post, path, body: named).status == .ok)
            let header: HTTPFields = [.authorization: "Sentry sentry_key=\(room.key)"]
            #expect(try await console.ask(.post, path, headers: header, body: plain).status == .ok)
            let none = try await console.ask(.post, path, body: plain)
            #expect(none.status == .unauthorized && none.headers[.sentryError] != nil && none.text.contains("detail"))
            #expect(try await room.send(plain, key: "0123456789abcdef0123456789abcdef").status == .forbidden)
            #expect(try await room.send(plain, project: room.project + 1).status == .forbidden)
        }
    }

    @Test func browsersMayAskFromAnywhere() async throws {
        try await TestConsole.run { console in
            let room = try await SentryRoom.make(console)
            let answer = try await console.ask(.options, "/api/\(room.project)/envelope/", headers: [.origin: "https://shop.example"])
            #expect(answer.status == .noContent && answer.headers[.accessControlAllowOrigin] == "*")
            #expect(answer.headers[.accessControlAllowHeaders]?.contains("X-Sentry-Auth") ?? false)
        }
    }

    @Test func whatIsNoEnvelopeIsRefusedWithAReason() async throws {
        try await TestConsole.run { console in
            let room = try await SentryRoom.make(console)
            func refused(_ body: String, to door: String = "envelope/") async throws -> Int {
                let answer = try await room.send(Array(body.utf8), to: door)
                #expect(answer.headers[.sentryError] != nil)
                return answer.status.code
            }
            #expect(try await refused("") == 400)
            #expect(try await refused("x") == 400)
            #expect(try await refused("{}\n{\"type\":\"event\",\"length\":9}\n{}") == 400)
            #expect(try await refused("{}\n{\"type\":\"event\"}\nnonsense") == 400)
            #expect(try await refused("[]", to: "store/") == 400)
            let large = SentryRoom.event(type: String(repeating: "x", count: 3 << 20))
            #expect(try await refused(large, to: "store/") == 413)
            #expect(try await room.count("crash") == 0)
        }
    }

    @Test func whatNobodyKeepsIsTakenAndCounted() async throws {
        try await TestConsole.run { console in
            let room = try await SentryRoom.make(console)
            let items = [
                (head: #""type":"transaction""#, payload: "{}"), (#""type":"new_thing""#, "x"),
                (#""type":"client_report""#, #"{"discarded_events":[{"reason":"queue_overflow","category":"error","quantity":4}]}"#),
            ]
            #expect(try await room.send(items, id: nil).text == "{}")
            try await console.server.sentryTally.flush()
            let counts = try await SentryRoom.shown(console).keys[0].counts
            #expect(counts.map(\.kind) == ["client_report", "ignored.other", "ignored.transaction", "lost.queue_overflow.error"])
            #expect(counts.map(\.quantity) == [1, 1, 1, 4])
        }
    }

    // MARK: limits

    @Test func moreThanTheLimitWaits() async throws {
        try await TestConsole.run { console in
            let room = try await SentryRoom.make(console)
            #expect(try await console.api(.post, "/apps/demo/platforms/ios/sentry/limit", #"{"eventsAMinute":1}"#).status == .noContent)
            #expect(try await room.sendEvent().status == .ok)
            let limited = try await room.sendEvent(SentryRoom.event("9ec79c33ec9942ab8353589fcb2e04dd"))
            #expect(limited.status == .tooManyRequests && limited.headers[.retryAfter] == "60")
            #expect(limited.headers[.sentryRateLimits] == "60:error;default;attachment:key:console")
            // Sessions are not events: they are taken, and the SDK hears of the limit all the same.
            let session = #"{"sid":"s1","init":true,"started":"2026-11-21T02:30:00Z","status":"ok"}"#
            let both = try await room.send([Self.event, (#""type":"session""#, session)])
            #expect(both.status == .ok && both.headers[.sentryRateLimits] != nil)
            #expect(try await room.sum("begun", "session_hour") == 1)
            #expect(try await room.count("crash") == 1)
            console.clock.advance(by: 60)
            #expect(try await room.sendEvent(SentryRoom.event("9ec79c33ec9942ab8353589fcb2e04de")).status == .ok)
        }
    }

    /// The protocol has one in an envelope; who puts more in it gets no further by that.
    @Test func everyEventOfAnEnvelopeIsCounted() async throws {
        try await TestConsole.run { console in
            let room = try await SentryRoom.make(console)
            #expect(try await console.api(.post, "/apps/demo/platforms/ios/sentry/limit", #"{"eventsAMinute":3}"#).status == .noContent)
            func items(_ first: Int) -> [(head: String, payload: String)] {
                (first..<first + 3).map { (#""type":"event""#, SentryRoom.event("9ec79c33ec9942ab8353589fcb2e04d\($0)")) }
            }
            #expect(try await room.send(items(0)).status == .ok)
            #expect(try await room.send(items(3)).status == .tooManyRequests)
            #expect(try await room.count("crash") == 3)
        }
    }
}

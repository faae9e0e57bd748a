import Formats
import Storage

@testable import Console

/// What tests of indexes share.
enum TelemetryIndexRoom {
    static let window = TelemetryLogFilter(from: TelemetryLines.noon - 3_600_000, to: TelemetryLines.noon + 3_600_000)
    static let segment = TelemetrySegment(app: TelemetryRoom.app, receivedAt: TelemetryLines.noon)

    /// Uploads a second apart, of two lines each and a session of their own, from five devices.
    static func fill(_ room: TelemetryRoom, _ batches: Range<Int>) async throws {
        for batch in batches {
            let fields = [3: "2.\(batch % 2).0", 6: "s\(batch)", 7: "user\(batch % 3)", 10: "page=\(batch)", 25: "device\(batch % 5)"]
            let event = batch % 4 == 0 ? "login" : "reportActive"
            try await room.send(
                [
                    TelemetryLines.behaviour(fields.merging([15: event]) { $1 }),
                    TelemetryLines.performance([6: "s\(batch)", 23: "device\(batch % 5)"]),
                ],
                id: "batch\(batch)"
            )
            room.clock.advance(by: 1)
        }
    }

    /// One tick, with indexes of so many uploads.
    static func index(_ room: TelemetryRoom, uploads: Int) async throws {
        var indexing = room.telemetry.indexing
        indexing.limits.uploads = uploads
        try await indexing.tick()
    }

    /// All that is found, however many searches it takes.
    static func search(_ room: TelemetryRoom, _ filter: TelemetryLogFilter = window) async throws -> TelemetryLogPage {
        var whole = TelemetryLogPage()
        var place: TelemetryLogPlace?
        repeat {
            let page = try await room.telemetry.search(app: TelemetryRoom.app, filter, limit: 100, before: place)
            whole.items += page.items
            whole.scanned += page.scanned
            whole.unreadable += page.unreadable
            place = page.next
        } while place != nil
        return whole
    }

    /// What is found by each of the ways to ask.
    static func answers(_ room: TelemetryRoom) async throws -> [String: [String]] {
        var filters = [
            "all": window, "device": window, "user": window, "session": window, "version": window, "event": window, "type": window, "text": window,
            "short": window, "two": window, "nothing": window, "time": window,
        ]
        filters["device"]?.device = "device3"
        filters["user"]?.user = "user1"
        filters["session"]?.session = "s11"
        filters["version"]?.version = "2.1.0"
        filters["event"]?.event = "login"
        filters["type"]?.type = .performance
        filters["text"]?.needle = LogNeedle("TIME_startup")
        filters["short"]?.needle = LogNeedle("s1")
        filters["two"]?.device = "device3"
        filters["two"]?.needle = LogNeedle("page=8,")
        filters["nothing"]?.device = "device9"
        filters["time"]?.to = TelemetryLines.noon
        var answers: [String: [String]] = [:]
        for (name, filter) in filters { answers[name] = try await search(room, filter).items.map(\.line) }
        return answers
    }
}

import Formats
import Foundation
import Web

/// What a request says of the raw lines it looks for.
struct TelemetryLogQuery: Codable, Sendable {
    /// Part of the line, without regard to case.
    let q: String?
    /// `behaviour`, `performance` or `crash`.
    let type: String?
    /// The next five exactly.
    let user: String?
    let device: String?
    let session: String?
    let version: String?
    /// Of a behaviour line its event, of a performance line its metric, of a crash line its monitor point.
    let event: String?
    let platform: Platform?
    /// `-7d`, `2026-11-21`, `2026-11-21 13:55` or RFC 3339; a day before the end when absent.
    let from: String?
    let to: String?
    let limit: Int?
    let cursor: String?

    /// Bytes of a text looked for.
    private static let longest = 200

    /// - Throws: `invalid`.
    func filter(_ window: MomentWindow) throws -> TelemetryLogFilter {
        let type = try type?.orNil.map { word in
            guard let type = TelemetryLogType(word: word) else { throw Problem.invalid("type", "web.choice") }
            return type
        }
        guard (q ?? "").utf8.count <= Self.longest else { throw Problem.invalid("q", "telemetry.logs.needle") }
        return TelemetryLogFilter(
            needle: LogNeedle(q ?? ""),
            type: type,
            user: user?.orNil,
            device: device?.orNil,
            version: version?.orNil,
            session: session?.orNil,
            event: event?.orNil,
            platform: platform,
            from: window.milliseconds.lowerBound,
            to: window.milliseconds.upperBound
        )
    }

    func window(_ context: Context) throws -> MomentWindow {
        try MomentWindow(from: from, to: to, days: 1, context)
    }

    /// Which fields are asked for, by name: what they are may be personal.
    var named: [String] {
        let fields: [(String, String?)] = [
            ("q", q), ("type", type), ("user", user), ("device", device), ("session", session), ("version", version), ("event", event),
            ("platform", platform?.rawValue),
        ]
        return fields.filter { $0.1?.orNil != nil }.map(\.0)
    }
}

extension TelemetryLogPlace {
    /// As the last page gave it.
    /// - Throws: `invalid`.
    init(_ cursor: Cursor) throws {
        let halves = cursor.id.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, let line = Int(halves[0]) else { throw Problem.invalid("cursor", "web.cursor.unknown") }
        self.init(batch: TelemetryLedgerPlace(receivedAt: cursor.number, batchID: String(halves[1])), line: line)
    }

    var cursor: Cursor { Cursor(batch.receivedAt, "\(line) \(batch.batchID)") }
}

import Foundation
import Storage
import Web

/// All lines that fit a filter, search after search, until a bound.
struct TelemetryLogExport: Sendable {
    let telemetry: Telemetry
    let app: String
    let filter: TelemetryLogFilter
    let form: Form
    /// Of times.
    let zone: TimeZone
    /// Whether telephone numbers and mail addresses are hidden.
    var isMasked = false
    var limits = Limits()

    enum Form: String, Codable, Sendable {
        /// An item as JSON a line.
        case ndjson
        /// Lines as sent. The line feeds of a report that came alone are `%0A`, as within lines.
        case text
    }

    /// What one export brings at most.
    struct Limits: Sendable {
        var lines = 1_000_000
        /// Bytes of lines read.
        var bytes = 32 << 30
        var longest = Duration.seconds(900)
    }

    /// How it ended, in its last line.
    struct End: Codable, Sendable {
        let lines: Int
        /// Whether that is all there is.
        let complete: Bool
        /// Which bound it reached otherwise: `lines`, `bytes` or `time`.
        let cut: String?
        /// Goes on behind the last line.
        let cursor: String?
        /// What was received from then on was looked through.
        let lookedBackTo: Date?
        /// Uploads that are damaged or gone.
        let unreadable: Int
    }

    /// Lines of one search: a piece of the answer.
    private static let linesAtOnce = 1_000

    /// - Parameter write: takes the answer piece by piece.
    func run(from start: TelemetryLogPlace?, _ write: (ArraySlice<UInt8>) async throws -> Void) async throws {
        let begin = ContinuousClock.now
        var (place, lines, bytes, unreadable) = (start, 0, 0, 0)
        while true {
            let limits = TelemetryLogSearch.Limits(lines: min(Self.linesAtOnce, limits.lines - lines))
            let page = try await telemetry.search(app: app, filter, limits, before: place)
            let items = isMasked ? page.items.map { $0.masked() } : page.items
            if !items.isEmpty { try await write(try written(items)[...]) }
            (place, lines, bytes, unreadable) = (page.next, lines + page.items.count, bytes + page.scanned, unreadable + page.unreadable)
            let cut = cut(lines, bytes, ContinuousClock.now - begin)
            guard let next = place, cut == nil else { return try await write(try written(end(place, lines, cut, unreadable))[...]) }
            place = next
            try Task.checkCancellation()
        }
    }

    private func cut(_ lines: Int, _ bytes: Int, _ spent: Duration) -> String? {
        if lines >= limits.lines { return "lines" }
        if bytes >= limits.bytes { return "bytes" }
        return spent >= limits.longest ? "time" : nil
    }

    private func end(_ place: TelemetryLogPlace?, _ lines: Int, _ cut: String?, _ unreadable: Int) -> End {
        End(
            lines: lines,
            complete: place == nil,
            cut: place == nil ? nil : cut,
            cursor: place?.cursor.text,
            lookedBackTo: place.map { Date(milliseconds: $0.batch.receivedAt) },
            unreadable: unreadable
        )
    }

    // MARK: as bytes

    private func written(_ items: [TelemetryLogItem]) throws -> [UInt8] {
        switch form {
        case .ndjson: try items.reduce(into: []) { $0 += try encoded($1) + [0x0A] }
        case .text: items.reduce(into: []) { $0 += Self.oneLine($1.raw) + [0x0A] }
        }
    }

    private func written(_ end: End) throws -> [UInt8] {
        switch form {
        case .ndjson: try encoded(["end": end]) + [0x0A]
        case .text: try Array("# ".utf8) + encoded(end) + [0x0A]
        }
    }

    private func encoded(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        encoder.dateEncodingStrategy = .custom { [zone] date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(LocalTime(date, zone).iso)
        }
        return Array(try encoder.encode(value))
    }

    private static func oneLine(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(0x0A) else { return bytes }
        return bytes.reduce(into: []) { if $1 == 0x0A { $0 += Array("%0A".utf8) } else { $0.append($1) } }
    }
}

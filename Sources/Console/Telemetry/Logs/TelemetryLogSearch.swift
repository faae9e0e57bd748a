import Foundation
import Storage

/// One search under way, within bounds.
struct TelemetryLogSearch {
    let filter: TelemetryLogFilter
    let zone: TelemetryZone
    let reader: any TelemetryReader
    let limits: Limits
    private(set) var page = TelemetryLogPage()
    private var held = 0
    private let start = ContinuousClock.now

    struct Limits: Sendable {
        /// Lines found.
        var lines: Int
        /// Bytes of lines read.
        var bytes = 512 << 20
        var longest = Duration.seconds(1.5)
        /// Bytes of lines found; with those of the uploads just being read that is what a search holds.
        var held = 16 << 20
        /// When the page is full: whether there is another one is worth this long.
        static let afterwards = Duration.milliseconds(50)
    }

    /// Uploads read at the same time.
    private static let atOnce = 4

    init(_ filter: TelemetryLogFilter, zone: TelemetryZone, _ reader: any TelemetryReader, _ limits: Limits) {
        (self.filter, self.zone, self.reader, self.limits) = (filter, zone, reader, limits)
    }

    /// Goes on until a bound is reached or there is no more.
    mutating func run(_ walk: inout TelemetryLogWalk) async throws {
        var fullAt: ContinuousClock.Instant?
        repeat {
            let from = walk.place
            if let stop = try await read(try await walk.next()[...], from: from) {
                page.next = stop
                return
            }
            page.next = walk.isAtEnd ? nil : walk.place
            if isFull { fullAt = fullAt ?? .now }
        } while !walk.isAtEnd && !isOver && fullAt.map { ContinuousClock.now - $0 < Limits.afterwards } ?? true
    }

    private var isFull: Bool { page.items.count >= limits.lines || held >= limits.held }
    private var isOver: Bool { page.scanned >= limits.bytes || ContinuousClock.now - start >= limits.longest }

    /// - Returns: where to go on, when it stopped before the last row.
    private mutating func read(_ rows: ArraySlice<TelemetryLedgerRow>, from start: TelemetryLogPlace) async throws -> TelemetryLogPlace? {
        var rest = rows
        while let first = rest.first {
            // Each request reads something, so that whoever goes on always gets further.
            let place = TelemetryLogPlace(batch: first.place, line: end(of: first, start))
            guard !isFull, page.scanned == 0 || !isOver else { return place }
            let taken = rest.prefix(Self.atOnce)
            rest = rest.dropFirst(taken.count)
            for found in try await scan(taken, from: start) {
                if let stop = take(found) { return stop }
            }
        }
        return nil
    }

    private func end(of row: TelemetryLedgerRow, _ start: TelemetryLogPlace) -> Int {
        row.place == start.batch ? start.line : .max
    }

    private struct Found: Sendable {
        let place: TelemetryLedgerPlace
        /// Lines from this one on were left out.
        let end: Int
        var items: [(line: Int, item: TelemetryLogItem)] = []
        var bytes = 0
        var isUnreadable = false
    }

    private func scan(_ rows: ArraySlice<TelemetryLedgerRow>, from start: TelemetryLogPlace) async throws -> [Found] {
        try await withThrowingTaskGroup(of: (Int, Found).self) { group in
            for (number, row) in rows.enumerated() {
                let (end, scan, reader) = (end(of: row, start), TelemetryLogScan(filter, row, row.upload(zone: zone)), reader)
                let most = limits.lines
                group.addTask { (number, try await Self.found(row, scan, before: end, most: most, reader)) }
            }
            return try await group.reduce(into: [(Int, Found)]()) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private static func found(
        _ row: TelemetryLedgerRow,
        _ scan: TelemetryLogScan,
        before end: Int,
        most: Int,
        _ reader: any TelemetryReader
    ) async throws -> Found {
        var found = Found(place: row.place, end: end)
        do {
            guard let body = try await reader.body(of: row) else { return found }
            found.bytes = body.count
            // One more than wanted tells whether there are more.
            found.items = scan.found(in: body, before: end, most: most == .max ? most : most + 1)
        } catch let error where error.isOfOneBody {
            found.isUnreadable = true
        }
        return found
    }

    /// - Returns: where to go on, when not all of it had room.
    private mutating func take(_ found: Found) -> TelemetryLogPlace? {
        if isFull { return TelemetryLogPlace(batch: found.place, line: found.end) }
        page.scanned += found.bytes
        page.unreadable += found.isUnreadable ? 1 : 0
        let taken = found.items.prefix(limits.lines - page.items.count)
        page.items += taken.map(\.item)
        held += taken.reduce(0) { $0 + $1.item.raw.count }
        guard taken.count < found.items.count, let last = taken.last else { return nil }
        return TelemetryLogPlace(batch: found.place, line: last.line)
    }
}

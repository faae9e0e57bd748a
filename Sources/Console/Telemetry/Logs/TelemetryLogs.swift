import Foundation
import Storage

extension Telemetry {
    /// Looks through the raw lines of an app, the upload received last first, within bounds: a search over much ends early and says where.
    func search(app: String, _ filter: TelemetryLogFilter, limit: Int, before place: TelemetryLogPlace?) async throws -> TelemetryLogPage {
        try await search(app: app, filter, limit: limit, before: place, bytes: 64 << 20, longest: .seconds(1.5))
    }

    /// How many lines there are of all pages; nil when there is too much to look through it all beside showing a page.
    func count(app: String, _ filter: TelemetryLogFilter) async throws -> Int? {
        let all = try await search(app: app, filter, limit: .max, before: nil, bytes: 4 << 20, longest: .milliseconds(100))
        return all.next == nil ? all.items.count : nil
    }

    private func search(
        app: String,
        _ filter: TelemetryLogFilter,
        limit: Int,
        before place: TelemetryLogPlace?,
        bytes: Int,
        longest: Duration
    ) async throws -> TelemetryLogPage {
        let zone = zones[index.app(app)?.timeZone ?? .gmt]
        var search = TelemetrySearch(filter: filter, limit: limit, mostBytes: bytes, longest: longest, zone: zone, reader: raw.reader())
        var place: TelemetryLogPlace? = place ?? filter.newest
        while let start = place {
            let rows = try await database.read {
                try $0.ledgerRows(app, upTo: start.batch, since: filter.oldestReceipt, limit: TelemetrySearch.chunk)
            }
            place = try await search.read(rows, from: start)
            if search.isOver { break }
        }
        search.page.next = place
        return search.page
    }
}

extension TelemetryLogFilter {
    /// No upload received before can hold lines of the window: their clock may be ahead by this much.
    fileprivate var oldestReceipt: Int { max(0, from - TelemetryUpload.longestFuture) }

    /// Lines arrive up to 30 days late.
    fileprivate var newest: TelemetryLogPlace {
        TelemetryLogPlace(batch: TelemetryLedgerPlace(receivedAt: to + TelemetryUpload.longestPast, batchID: "\u{7F}"), line: .max)
    }
}

/// One search under way.
private struct TelemetrySearch {
    let filter: TelemetryLogFilter
    let limit: Int
    let mostBytes: Int
    let longest: Duration
    let zone: TelemetryZone
    let reader: any TelemetryReader
    var page = TelemetryLogPage()
    private let start = ContinuousClock.now

    /// Rows of the ledger asked for at once.
    static let chunk = 500

    init(filter: TelemetryLogFilter, limit: Int, mostBytes: Int, longest: Duration, zone: TelemetryZone, reader: any TelemetryReader) {
        self.filter = filter
        self.limit = limit
        self.mostBytes = mostBytes
        self.longest = longest
        self.zone = zone
        self.reader = reader
    }

    var isOver: Bool {
        page.items.count >= limit || page.scanned >= mostBytes || ContinuousClock.now - start >= longest
    }

    /// Reads rows in their order until it is over.
    /// - Returns: where to go on; nil behind the last row of all.
    mutating func read(_ rows: [TelemetryLedgerRow], from start: TelemetryLogPlace) async throws -> TelemetryLogPlace? {
        for row in rows {
            let end = row.place == start.batch ? start.line : .max
            guard !isOver else { return TelemetryLogPlace(batch: row.place, line: end) }
            guard end > 0, filter.mayHold(row) else { continue }
            if let stop = try await read(row, before: end) { return stop }
        }
        guard rows.count == Self.chunk, let last = rows.last else { return nil }
        return TelemetryLogPlace(batch: last.place, line: 0)
    }

    private mutating func read(_ row: TelemetryLedgerRow, before end: Int) async throws -> TelemetryLogPlace? {
        guard let body = try await reader.body(of: row) else { return nil }
        page.scanned += body.count
        let found = TelemetryLogScan(filter: filter, row: row, upload: row.upload(zone: zone)).found(in: body, before: end)
        let taken = found.prefix(limit - page.items.count)
        page.items += taken.map(\.item)
        guard taken.count < found.count, let last = taken.last else { return nil }
        return TelemetryLogPlace(batch: row.place, line: last.line)
    }
}

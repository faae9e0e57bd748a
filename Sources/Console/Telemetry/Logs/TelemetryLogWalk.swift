import Formats
import Storage

/// Goes through an app's ledger from a place on backwards, and stops at uploads that can hold what is looked for: those that indexes name, and those
/// that none covers. Each step is bounded.
struct TelemetryLogWalk {
    private let app: String
    private let filter: TelemetryLogFilter
    private let question: TelemetryIndexQuestion
    private let database: Database
    private let reader: TelemetryIndexReader
    private let unindexed: TelemetryUnindexed
    /// Not asked yet, the latest first.
    private var units: ArraySlice<TelemetryIndexUnit>
    /// Named by an index and not given out yet, the latest first.
    private var candidates: [TelemetryIndexCandidate] = []
    /// Where the next step begins.
    private(set) var place: TelemetryLogPlace
    private(set) var isAtEnd = false

    /// Indexes asked at the same time: an object store far away takes some tens of ms for each.
    private static let unitsAtOnce = 8
    /// Uploads of indexes in a step, and rows of the ledger looked at besides.
    private static let candidatesAtOnce = 64
    private static let rowsAtOnce = 500

    /// Looks what there is, as it is at this moment.
    init(app: String, _ filter: TelemetryLogFilter, from place: TelemetryLogPlace, _ database: Database, _ reader: TelemetryIndexReader) async throws
    {
        (self.app, self.filter, self.place, self.database, self.reader) = (app, filter, place, database, reader)
        let (times, received) = (filter.from..<filter.to, place.batch.receivedAt)
        let (units, unindexed) = try await database.read { connection in
            (try connection.indexes(app, times: times, receivedUpTo: received), try connection.allUnindexed(app))
        }
        (self.units, self.unindexed, question) = (units[...], unindexed, TelemetryIndexQuestion(filter))
    }

    /// The next uploads to look into, the latest first; may be none though there are more.
    mutating func next() async throws -> [TelemetryLedgerRow] {
        if ready.isEmpty { try await askUnits() }
        let (start, floor) = (place, low)
        let (others, cut) = try await uncovered(since: floor)
        let named = try await take(since: cut?.receivedAt ?? floor)
        var rows = others
        for row in named where filter.mayHold(row) && start.leaves(row) {
            if let cut, row.place < cut { putBack(row) } else { rows.append(row) }
        }
        isAtEnd = units.isEmpty && candidates.isEmpty && cut == nil
        // Where an index that was not asked yet reaches further than the place, nothing is known of any upload.
        if let cut { place = TelemetryLogPlace(batch: cut, line: 0) } else if floor <= start.batch.receivedAt { place = .before(floor) }
        return Self.ordered(rows)
    }

    // MARK: indexes

    /// Those that no index which was not asked yet can come before.
    private var ready: ArraySlice<TelemetryIndexCandidate> {
        let latest = units.first?.received.upperBound ?? -1
        return candidates.prefix { $0.receivedAt > latest }
    }

    /// Receipt time in ms down to which this step goes: all uploads of that moment are in it.
    private var low: Int {
        let ready = ready
        if ready.count > Self.candidatesAtOnce { return ready[Self.candidatesAtOnce - 1].receivedAt }
        return units.first.map { $0.received.upperBound + 1 } ?? 0
    }

    private mutating func askUnits() async throws {
        let asked = units.prefix(Self.unitsAtOnce)
        units = units.dropFirst(asked.count)
        let (question, reader) = (question, reader)
        let found = try await withThrowingTaskGroup(of: [TelemetryIndexCandidate].self) { group in
            for unit in asked { group.addTask { try await reader.candidates(question, in: unit) } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        candidates = (candidates + found.filter { $0.receivedAt <= place.batch.receivedAt }).sorted { $0.receivedAt > $1.receivedAt }
    }

    /// The rows of candidates, which are no candidates afterwards.
    private mutating func take(since low: Int) async throws -> [TelemetryLedgerRow] {
        let taken = candidates.prefix { $0.receivedAt >= low }
        candidates.removeFirst(taken.count)
        let batches = Dictionary(grouping: taken.filter { $0.row == nil }, by: \.receivedAt).mapValues { Set($0.map(\.batch)) }
        guard !batches.isEmpty else { return taken.compactMap(\.row) }
        let app = app
        let rows = try await database.read { try $0.ledgerRows(app, receivedAt: batches.keys.sorted()) }
        return taken.compactMap(\.row) + rows.filter { batches[$0.receivedAt]?.contains(LogIndexTerm.batch($0.batchID)) ?? false }
    }

    private mutating func putBack(_ row: TelemetryLedgerRow) {
        let candidate = TelemetryIndexCandidate(receivedAt: row.receivedAt, batch: LogIndexTerm.batch(row.batchID), row: row)
        candidates.insert(candidate, at: candidates.firstIndex { $0.receivedAt <= row.receivedAt } ?? candidates.count)
    }

    // MARK: what no index covers

    /// Uploads from the place on back to a moment.
    /// - Returns: also the last row that was looked at, when there was no time for all of them.
    private func uncovered(since low: Int) async throws -> (rows: [TelemetryLedgerRow], cut: TelemetryLedgerPlace?) {
        let low = max(low, filter.oldestReceipt)
        guard low <= place.batch.receivedAt else { return ([], nil) }
        var (rows, looked): ([TelemetryLedgerRow], Int) = ([], 0)
        for window in unindexed.windows(in: low...place.batch.receivedAt) {
            let start = window.upperBound < place.batch.receivedAt ? TelemetryLogPlace.before(window.upperBound + 1).batch : place.batch
            let (app, limit) = (app, Self.rowsAtOnce - looked)
            let page = try await database.read { try $0.ledgerRows(app, upTo: start, since: window.lowerBound, limit: limit) }
            rows += page.filter { unindexed.holds($0) && filter.mayHold($0) && place.leaves($0) }
            looked += page.count
            if page.count == limit, let last = page.last { return (rows, last.place) }
        }
        return (rows, nil)
    }

    /// The latest first, each once.
    private static func ordered(_ rows: [TelemetryLedgerRow]) -> [TelemetryLedgerRow] {
        let sorted = rows.sorted { $0.place > $1.place }
        return sorted.enumerated().filter { $0.offset == 0 || sorted[$0.offset - 1].place != $0.element.place }.map(\.element)
    }
}

extension TelemetryLogFilter {
    /// No upload received before can hold lines of the window: their clock may be ahead by this much.
    var oldestReceipt: Int { max(0, from - TelemetryUpload.longestFuture) }

    /// Lines arrive up to 30 days late.
    var newest: TelemetryLogPlace {
        TelemetryLogPlace(batch: TelemetryLedgerPlace(receivedAt: to + TelemetryUpload.longestPast, batchID: "\u{7F}"), line: .max)
    }
}

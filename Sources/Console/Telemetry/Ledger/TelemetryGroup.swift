import Storage
import Web

/// Uploads that go into the ledger together, in one transaction.
struct TelemetryGroup: Sendable {
    let entries: [TelemetryEntry]
    let segments: TelemetrySegments

    /// What came of a group, valid once its transaction is committed.
    struct Outcome: Sendable {
        /// One for each entry, in their order.
        var results: [Result<TelemetryReceipt, Problem>] = []
        /// Places in `entries` of those that were counted.
        var fresh: [Int] = []
        var marks: Set<Int> = []
    }

    /// Called inside the transaction; everything is undone when it throws.
    func write(_ connection: Connection, seen: TelemetrySeen) throws -> Outcome {
        let append = TelemetryAppend(segments)
        do {
            var outcome = try record(connection, append)
            try append.write()
            let fresh = outcome.fresh.map { entries[$0] }
            outcome.marks = try connection.count(fresh, seen: seen)
            try grow(append.lengths, fresh, connection)
            try append.finish()
            return outcome
        } catch {
            append.undo()
            throw error
        }
    }

    /// The ledger's rows: which uploads are new, and where their bodies will be.
    private func record(_ connection: Connection, _ append: TelemetryAppend) throws -> Outcome {
        let note = try connection.noteBatchStatement()
        let insert = try connection.insertBatchStatement()
        var outcome = Outcome()
        for (index, entry) in entries.enumerated() {
            guard try connection.noteBatch(entry, with: note) else {
                outcome.results.append(try repeated(entry, connection))
                continue
            }
            let segment = TelemetrySegment(app: entry.app, receivedAt: entry.upload.receivedAt)
            let position = try append.place(entry, in: segment) { try connection.segmentLength(segment) }
            try connection.insertBatch(entry, segment, position: position, with: insert)
            outcome.fresh.append(index)
            outcome.results.append(
                .success(TelemetryReceipt(accepted: entry.reduction.accepted, rejected: entry.reduction.rejected, duplicate: false))
            )
        }
        return outcome
    }

    private func repeated(_ entry: TelemetryEntry, _ connection: Connection) throws -> Result<TelemetryReceipt, Problem> {
        guard let known = try connection.knownBatch(app: entry.app, entry.batchID), known.sha256 == entry.sha256 else {
            return .failure(Problem(.conflict, "telemetry.conflict"))
        }
        return .success(TelemetryReceipt(accepted: known.accepted, rejected: known.rejected, duplicate: true))
    }

    private func grow(_ lengths: [TelemetrySegment: Int], _ fresh: [TelemetryEntry], _ connection: Connection) throws {
        let groups = Dictionary(grouping: fresh) { TelemetrySegment(app: $0.app, receivedAt: $0.upload.receivedAt) }
        for (segment, length) in lengths.sorted(by: { $0.key.name < $1.key.name }) {
            let entries = groups[segment] ?? []
            try connection.growSegment(
                segment,
                to: length,
                batches: entries.count,
                accepted: entries.reduce(0) { $0 + $1.reduction.accepted },
                rejected: entries.reduce(0) { $0 + $1.reduction.rejected }
            )
        }
    }
}

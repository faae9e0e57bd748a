import Storage
import Web

/// Uploads that go into the ledger together, in one transaction.
///
/// Tables are written in the same order by everybody, each in the order of its keys, and those whose rows everybody raises come last: so nobody waits
/// for each other in a circle, and nobody for long.
struct TelemetryGroup: Sendable {
    let entries: [TelemetryEntry]
    let raw: any TelemetryRaw
    let watch: TelemetryWatch?

    /// What came of a group, valid once its transaction is committed.
    struct Outcome: Sendable {
        /// One for each entry, in their order.
        var results: [Result<TelemetryReceipt, Problem>] = []
        /// Places in `entries` of those that were counted.
        var fresh: [Int] = []
        var marks: Set<Int> = []
    }

    /// Called inside the transaction; everything is undone when it throws.
    /// - Throws: ``TelemetryPaused``.
    func write(_ connection: Connection, _ memory: TelemetryMemory) throws -> Outcome {
        let seen = memory.seen(in: try connection.share(Set(entries.lazy.map(\.app)).sorted()))
        var outcome = try recognise(connection)
        guard !outcome.fresh.isEmpty else { return outcome }
        let fresh = outcome.fresh.map { entries[$0] }
        let append = try raw.append(fresh, connection)
        do {
            try connection.insertBatches(fresh, append.places)
            try connection.insertUnindexed(TelemetryExtent.all(fresh, at: append.places))
            outcome.marks = try connection.count(fresh, seen: seen)
            try connection.addArrivals(fresh)
            if let watch { try tell(watch, fresh, connection) }
            try connection.growSegments(append.growth, fresh)
            try append.finish()
            return outcome
        } catch {
            append.undo()
            throw error
        }
    }

    private func tell(_ watch: TelemetryWatch, _ fresh: [TelemetryEntry], _ connection: Connection) throws {
        let watched = fresh.filter(\.upload.isWatched)
        if !watched.isEmpty { try watch.tell(watched, connection) }
    }

    /// Which uploads are new.
    private func recognise(_ connection: Connection) throws -> Outcome {
        var first: [TelemetryBatchKey: Int] = [:]
        for (place, entry) in entries.enumerated() where first[entry.key] == nil { first[entry.key] = place }
        let places = first.values.sorted()
        let (new, known) = try connection.noteBatches(places.map { entries[$0] })
        var outcome = Outcome()
        outcome.fresh = places.indices.filter(new.contains).map { places[$0] }
        let fresh = Set(outcome.fresh)
        outcome.results = entries.indices.map { place in
            let entry = entries[place]
            if fresh.contains(place) { return .success(entry.receipt(duplicate: false)) }
            if let earlier = first[entry.key], fresh.contains(earlier) { return entry.repeating(entries[earlier].knownBatch) }
            return entry.repeating(known[entry.key])
        }
        return outcome
    }
}

extension TelemetryEntry {
    fileprivate func receipt(duplicate: Bool) -> TelemetryReceipt {
        TelemetryReceipt(accepted: reduction.accepted, rejected: reduction.rejected, duplicate: duplicate)
    }

    fileprivate var knownBatch: TelemetryKnownBatch {
        TelemetryKnownBatch(sha256: sha256, accepted: reduction.accepted, rejected: reduction.rejected)
    }

    /// The answer when its id is known: the same content is no harm, other content is none of ours.
    fileprivate func repeating(_ known: TelemetryKnownBatch?) -> Result<TelemetryReceipt, Problem> {
        guard let known, known.sha256 == sha256 else { return .failure(Problem(.conflict, "telemetry.conflict")) }
        return .success(TelemetryReceipt(accepted: known.accepted, rejected: known.rejected, duplicate: true))
    }
}

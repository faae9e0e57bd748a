import Metrics

/// What is counted of the ledger, for `/metrics`.
enum TelemetryMetrics {
    // Made once: looking a metric up by its label costs more than raising it.
    private static let accepted = Counter(label: "telemetry_lines_accepted_total")
    private static let rejected = Counter(label: "telemetry_lines_rejected_total")
    private static let duplicates = Counter(label: "telemetry_batches_duplicate_total")
    private static let groupSize = Recorder(label: "telemetry_group_size")
    private static let commit = Timer(label: "telemetry_commit_seconds")
    private static let unsealedChunks = Gauge(label: "telemetry_unsealed_chunks")
    private static let unsealedBytes = Gauge(label: "telemetry_unsealed_bytes")
    private static let unsealedSeconds = Gauge(label: "telemetry_unsealed_seconds")
    private static let unindexedUploads = Gauge(label: "telemetry_unindexed_uploads")
    private static let unindexedBytes = Gauge(label: "telemetry_unindexed_bytes")

    static func record(_ outcome: TelemetryGroup.Outcome, took duration: Duration) {
        let receipts = outcome.results.compactMap { try? $0.get() }
        let fresh = receipts.filter { !$0.duplicate }
        accepted.increment(by: fresh.reduce(0) { $0 + $1.accepted })
        rejected.increment(by: fresh.reduce(0) { $0 + $1.rejected })
        duplicates.increment(by: receipts.count - fresh.count)
        groupSize.record(outcome.results.count)
        commit.recordNanoseconds(duration.components.seconds * 1_000_000_000 + duration.components.attoseconds / 1_000_000_000)
    }

    /// - Parameter now: ms since 1970.
    static func record(_ unsealed: [TelemetryUnsealed], now: Int) {
        unsealedChunks.record(unsealed.reduce(0) { $0 + $1.chunks })
        unsealedBytes.record(unsealed.reduce(0) { $0 + $1.bytes })
        unsealedSeconds.record(unsealed.map(\.oldest).min().map { max(0, now - $0) / 1_000 } ?? 0)
    }

    static func record(_ unindexed: [TelemetryUnindexedDay]) {
        unindexedUploads.record(unindexed.reduce(0) { $0 + $1.uploads })
        unindexedBytes.record(unindexed.reduce(0) { $0 + $1.bytes })
    }
}

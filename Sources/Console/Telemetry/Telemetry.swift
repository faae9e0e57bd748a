import Foundation
import Logging
import Storage
import Web

/// What devices send: taken in, kept, and counted.
///
/// An upload is read and reduced on its own task, then handed to the one writer of the ledger, which answers when it is on disk.
public final class Telemetry: Sendable {
    public let feed: TelemetryFeed
    public let retention: TelemetryRetention
    public let sealing: TelemetrySealing
    public let indexing: TelemetryIndexing
    let indexReader: TelemetryIndexReader
    let index: AppIndex
    let database: Database
    let raw: any TelemetryRaw
    let zones = TelemetryZones()
    let audit: Audit
    let clock: Clock
    let writers: TelemetryWriters
    private let watch: TelemetryWatch?

    /// - Parameters:
    ///   - raw: where bodies are kept; see ``raw(for:directory:blobs:)``.
    ///   - blobs: where they go when they are older.
    ///   - watch: who else wants to know what devices did.
    init(
        database: Database,
        raw: any TelemetryRaw,
        blobs: any Blobs,
        index: AppIndex,
        audit: Audit,
        clock: Clock,
        watch: TelemetryWatch? = nil
    ) {
        self.database = database
        self.raw = raw
        self.index = index
        self.audit = audit
        self.clock = clock
        self.watch = watch
        feed = TelemetryFeed(database: database)
        sealing = TelemetrySealing(database: database, blobs: blobs, clock: clock)
        retention = TelemetryRetention(database: database, raw: raw, clock: clock)
        let writers = TelemetryWriters(database: database, raw: raw, feed: feed, watch: watch, logger: Logger(label: "telemetry"))
        self.writers = writers
        indexing = TelemetryIndexing(
            database: database,
            raw: raw,
            blobs: blobs,
            clock: clock,
            zone: { [zones, index] in zones[index.app($0)?.timeZone ?? .gmt] },
            taken: { writers.load.lines }
        )
        indexReader = TelemetryIndexReader(blobs: blobs, cache: TelemetryIndexCache())
    }

    /// Files of this machine beside a database of this machine; what all nodes reach beside a database that they share.
    /// - Parameter directory: for the files; made when it is missing.
    static func raw(for database: Database, directory: String, blobs: any Blobs) throws -> any TelemetryRaw {
        switch database.kind {
        case .sqlite: try TelemetrySegments(directory: directory)
        case .postgres: TelemetryChunks(database: database, blobs: blobs, scratch: (directory as NSString).deletingLastPathComponent)
        }
    }

    /// Takes an upload in; returns when it is durable and counted, or known already.
    /// - Throws: `Problem`: `malformed`, `tooLarge`, `conflict`, `limited` when too many uploads wait, `unavailable` when the disk fails.
    public func receive(_ delivery: TelemetryDelivery) async throws -> TelemetryReceipt {
        var delivery = delivery
        delivery.isWatched = delivery.isLive && watch?.watches(delivery.door.app) ?? false
        let entry = try TelemetryEntry(delivery, zone: zones[delivery.door.zone])
        guard entry.reduction.rejections[.otherProduct] != nil else { return try await write(entry) }
        let parts = try delivery.parts(index)
        return parts.count > 1 ? try await receive(parts) : try await write(entry)
    }

    /// Each part is durable by itself; a retry after a failure in between counts only what is missing.
    private func receive(_ parts: [TelemetryDelivery]) async throws -> TelemetryReceipt {
        var receipts: [TelemetryReceipt] = []
        for part in parts {
            receipts.append(try await write(try TelemetryEntry(part, zone: zones[part.door.zone])))
        }
        return TelemetryReceipt(
            accepted: receipts.reduce(0) { $0 + $1.accepted },
            rejected: receipts.reduce(0) { $0 + $1.rejected },
            duplicate: receipts.allSatisfy(\.duplicate)
        )
    }

    private func write(_ entry: TelemetryEntry) async throws -> TelemetryReceipt {
        try await writers[entry.app].write(entry)
    }

    /// Lets an upload be refused before its body is read.
    /// - Throws: `Problem`: `limited` or `unavailable`, as ``receive(_:)`` would.
    public func checkRoom(for app: String) throws {
        try writers[app].checkRoom()
    }

    /// Why nothing can be taken in until the console is started again; nil while all is well. For `/readyz`.
    public func failure() -> String? { writers.failure }

    /// What this node has to do.
    public var load: TelemetryLoad { writers.load }

    /// Sets the gauges of `/metrics` that say what is not packed into objects and not indexed yet.
    public func measure() async throws {
        TelemetryMetrics.record(try await sealing.unsealed(), now: clock.now.milliseconds)
        TelemetryMetrics.record(try await indexing.waiting())
    }
}

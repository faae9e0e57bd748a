import Foundation
import Logging
import Storage
import Web

/// What devices send: taken in, kept, and counted.
///
/// An upload is read and reduced on its own task, then handed to the one writer of the ledger, which answers when it is on disk.
public final class Telemetry: Sendable {
    public let feed = TelemetryFeed()
    public let retention: TelemetryRetention
    let index: AppIndex
    let database: Database
    let segments: TelemetrySegments
    let zones = TelemetryZones()
    let audit: Audit
    let clock: Clock
    let writer: TelemetryWriter

    /// - Parameter directory: for the files of raw lines; made when it is missing.
    public init(database: Database, directory: String, index: AppIndex, audit: Audit, clock: Clock) throws {
        self.database = database
        self.index = index
        self.audit = audit
        self.clock = clock
        segments = try TelemetrySegments(directory: directory)
        retention = TelemetryRetention(database: database, segments: segments, clock: clock)
        writer = TelemetryWriter(database: database, segments: segments, feed: feed, logger: Logger(label: "telemetry"))
    }

    /// Takes an upload in; returns when it is durable and counted, or known already.
    /// - Throws: `Problem`: `malformed`, `tooLarge`, `conflict`, `limited` when too many uploads wait, `unavailable` when the disk fails.
    public func receive(_ delivery: TelemetryDelivery) async throws -> TelemetryReceipt {
        let entry = try TelemetryEntry(delivery, zone: zones[delivery.door.zone])
        guard entry.reduction.rejections[.otherProduct] != nil else { return try await writer.write(entry) }
        let parts = try delivery.parts(index)
        return parts.count > 1 ? try await receive(parts) : try await writer.write(entry)
    }

    /// Each part is durable by itself; a retry after a failure in between counts only what is missing.
    private func receive(_ parts: [TelemetryDelivery]) async throws -> TelemetryReceipt {
        var receipts: [TelemetryReceipt] = []
        for part in parts {
            receipts.append(try await writer.write(try TelemetryEntry(part, zone: zones[part.door.zone])))
        }
        return TelemetryReceipt(
            accepted: receipts.reduce(0) { $0 + $1.accepted },
            rejected: receipts.reduce(0) { $0 + $1.rejected },
            duplicate: receipts.allSatisfy(\.duplicate)
        )
    }

    /// Lets an upload be refused before its body is read.
    /// - Throws: `Problem`: `limited` or `unavailable`, as ``receive(_:)`` would.
    public func checkRoom() throws {
        try writer.checkRoom()
    }

    /// Why nothing can be taken in until the console is started again; nil while all is well. For `/readyz`.
    public func failure() -> String? { writer.failure }
}

import Foundation
import Logging
import Storage

/// What devices send: taken in, kept, and counted.
///
/// An upload is read and reduced on its own task, then handed to the one writer of the ledger, which answers when it is on disk.
public final class Telemetry: Sendable {
    public let feed = TelemetryFeed()
    let database: Database
    let segments: TelemetrySegments
    let zones = TelemetryZones()
    private let writer: TelemetryWriter

    /// - Parameter directory: for the files of raw lines; made when it is missing.
    public init(database: Database, directory: String, logger: Logger) throws {
        self.database = database
        segments = try TelemetrySegments(directory: directory)
        writer = TelemetryWriter(database: database, segments: segments, feed: feed, logger: logger)
    }

    /// Takes an upload in; returns when it is durable and counted, or known already.
    /// - Throws: `Problem`: `malformed`, `tooLarge`, `conflict`, `limited` when too many uploads wait, `unavailable` when the disk fails.
    public func receive(_ delivery: TelemetryDelivery) async throws -> TelemetryReceipt {
        let entry = try TelemetryEntry(delivery, zone: zones[delivery.door.zone])
        return try await writer.write(entry)
    }

    /// Lets an upload be refused before its body is read.
    /// - Throws: `Problem`: `limited` or `unavailable`, as ``receive(_:)`` would.
    public func checkRoom() throws {
        try writer.checkRoom()
    }

    /// Why nothing can be taken in until the console is started again; nil while all is well. For `/readyz`.
    public var failure: String? { writer.failure }
}

import Foundation
import Storage

extension Connection {
    /// The next rows of an app's ledger, oldest first.
    /// - Parameter end: receipt time in ms to stop at.
    func ledgerRows(_ app: String, after place: TelemetryLedgerPlace, before end: Int = .max, limit: Int) throws -> [TelemetryLedgerRow] {
        let rows = try all(
            """
            SELECT \(TelemetryLedgerRow.columns) FROM log_batch
            WHERE app_id = \(app) AND received_at >= \(place.receivedAt) AND (received_at, batch_id) > (\(place.receivedAt), \(place.batchID))
            AND received_at < \(end)
            ORDER BY received_at, batch_id LIMIT \(limit)
            """,
            TelemetryLedgerRow.init
        )
        return try withObjects(rows)
    }

    /// Rows of an app's ledger, newest first.
    /// - Parameters:
    ///   - place: the first of them, or where it would be.
    ///   - oldest: receipt time in ms to stop at.
    func ledgerRows(_ app: String, upTo place: TelemetryLedgerPlace, since oldest: Int, limit: Int) throws -> [TelemetryLedgerRow] {
        let rows = try all(
            """
            SELECT \(TelemetryLedgerRow.columns) FROM log_batch
            WHERE app_id = \(app) AND received_at >= \(oldest) AND received_at <= \(place.receivedAt)
            AND (received_at, batch_id) <= (\(place.receivedAt), \(place.batchID))
            ORDER BY received_at DESC, batch_id DESC LIMIT \(limit)
            """,
            TelemetryLedgerRow.init
        )
        return try withObjects(rows)
    }

    /// Rows of an app's ledger by their times of receipt, in no order.
    func ledgerRows(_ app: String, receivedAt times: [Int]) throws -> [TelemetryLedgerRow] {
        let rows = try times.inPieces.flatMap { times in
            try all(
                "SELECT \(TelemetryLedgerRow.columns) FROM log_batch WHERE app_id = \(app) AND received_at IN (\(SQL.list(times)))",
                TelemetryLedgerRow.init
            )
        }
        return try withObjects(rows)
    }

    /// Chunks that are in objects already need not be asked for one by one. Not by a join: PostgreSQL would read all chunks of the app.
    private func withObjects(_ rows: [TelemetryLedgerRow]) throws -> [TelemetryLedgerRow] {
        let keys = Set(rows.lazy.map(\.chunk).filter { !$0.id.isEmpty })
        guard !keys.isEmpty else { return rows }
        let objects = try objects(of: keys)
        return rows.map { row in
            var row = row
            row.object = objects[row.chunk]
            return row
        }
    }
}

extension TelemetryLedgerRow {
    fileprivate static let columns: SQL = """
        app_id, received_at, batch_id, platform, product_id, kind, sha256, first_time, last_time, product_version, device, user_id, zone_offset,
        segment, chunk, position, length
        """

    /// - Parameter row: of ``columns``.
    fileprivate init(_ row: Row) throws {
        app = try row[0]
        receivedAt = try row[1]
        batchID = try row[2]
        platform = try row[3]
        productID = try row[4]
        kind = try row[5]
        sha256 = try row[6]
        firstTime = try row[7]
        lastTime = try row[8]
        version = try row[9]
        device = try row[10]
        user = try row[11]
        zoneOffset = try row[12]
        chunk = TelemetryChunkKey(TelemetrySegment(app: app, day: try row[13]), id: try row[14])
        let position: Int = try row[15]
        range = position..<position + (try row[16] as Int)
    }
}

import Foundation
import Storage

/// Where in an app's ledger, which is ordered by receipt.
struct TelemetryLedgerPlace: Sendable, Equatable {
    let receivedAt: Int
    let batchID: String
}

/// One acknowledged upload, as much as is needed to read it again.
struct TelemetryLedgerRow: Sendable {
    let app: String
    let receivedAt: Int
    let batchID: String
    let platform: Platform
    let productID: String
    let kind: TelemetryBodyKind
    let sha256: [UInt8]
    /// Of its lines, in ms since 1970; the time of receipt when none was accepted.
    let firstTime: Int
    let lastTime: Int
    let version: String
    let device: String
    let user: String
    let zoneOffset: Int?
    let segment: TelemetrySegment
    let position: Int
    let length: Int

    var place: TelemetryLedgerPlace { TelemetryLedgerPlace(receivedAt: receivedAt, batchID: batchID) }

    static let columns: SQL = """
        app_id, received_at, batch_id, platform, product_id, kind, sha256, first_time, last_time, product_version, device, user_id, zone_offset,
        segment, position, length
        """

    /// - Parameter row: of ``columns``.
    init(_ row: Row) throws {
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
        segment = TelemetrySegment(app: app, day: try row[13])
        position = try row[14]
        length = try row[15]
    }

    /// The headers as they came.
    func upload(zone: TelemetryZone) -> TelemetryUpload {
        var upload = TelemetryUpload(
            productID: productID,
            version: Self.header(version),
            device: Self.header(device),
            user: Self.header(user),
            receivedAt: receivedAt,
            zone: zone
        )
        if let zoneOffset { upload.deviceZone = TelemetryZone(secondsFromGMT: zoneOffset) }
        return upload
    }

    private static func header(_ stored: String) -> String? {
        stored.isEmpty ? nil : stored
    }
}

extension Connection {
    /// The next rows of an app's ledger, oldest first.
    func ledgerRows(_ app: String, after place: TelemetryLedgerPlace, limit: Int) throws -> [TelemetryLedgerRow] {
        try all(
            """
            SELECT \(TelemetryLedgerRow.columns) FROM log_batch
            WHERE app_id = \(app) AND (received_at, batch_id) > (\(place.receivedAt), \(place.batchID))
            ORDER BY received_at, batch_id LIMIT \(limit)
            """,
            TelemetryLedgerRow.init
        )
    }

    /// Rows of an app's ledger, newest first.
    /// - Parameters:
    ///   - place: the first of them, or where it would be.
    ///   - oldest: receipt time in ms to stop at.
    func ledgerRows(_ app: String, upTo place: TelemetryLedgerPlace, since oldest: Int, limit: Int) throws -> [TelemetryLedgerRow] {
        try all(
            """
            SELECT \(TelemetryLedgerRow.columns) FROM log_batch
            WHERE app_id = \(app) AND received_at >= \(oldest) AND (received_at, batch_id) <= (\(place.receivedAt), \(place.batchID))
            ORDER BY received_at DESC, batch_id DESC LIMIT \(limit)
            """,
            TelemetryLedgerRow.init
        )
    }
}

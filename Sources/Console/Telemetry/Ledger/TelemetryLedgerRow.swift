import Foundation
import Storage

/// Where in an app's ledger, which is ordered by receipt.
struct TelemetryLedgerPlace: Sendable, Hashable {
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
    /// Where the body is; the id is empty for the file of its app and day.
    let chunk: TelemetryChunkKey
    /// Which of its bytes.
    let range: Range<Int>
    /// The object that held the chunk when this row was read.
    var object: TelemetryObjectPlace?

    var place: TelemetryLedgerPlace { TelemetryLedgerPlace(receivedAt: receivedAt, batchID: batchID) }

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

import Formats
import Foundation

/// One raw line that was found.
struct TelemetryLogItem: Codable, Sendable {
    let time: Date
    let receivedAt: Date
    let type: TelemetryLogType
    let platform: Platform
    /// Empty when neither line nor upload says; the same for the next two.
    let version: String
    let user: String
    let device: String
    /// Empty when the line does not say; the same for the next.
    let session: String
    /// Of a behaviour line its event, of a performance line its metric, of a crash line its monitor point.
    let event: String
    let batchId: String
    /// As received; bytes that are not text as `\xNN`.
    let line: String
    /// Whether the line is longer than what is shown.
    let truncated: Bool
    /// The line as received, for exports.
    var raw: [UInt8] = []

    /// Without telephone numbers and mail addresses.
    func masked() -> TelemetryLogItem {
        var raw = raw
        PersonalMask.mask(&raw)
        return TelemetryLogItem(
            time: time,
            receivedAt: receivedAt,
            type: type,
            platform: platform,
            version: version,
            user: PersonalMask.masked(user),
            device: device,
            session: PersonalMask.masked(session),
            event: PersonalMask.masked(event),
            batchId: batchId,
            line: PersonalMask.masked(line),
            truncated: truncated,
            raw: raw
        )
    }

    private enum CodingKeys: CodingKey {
        case time, receivedAt, type, platform, version, user, device, session, event, batchId, line, truncated
    }

    /// Bytes of a line that are shown.
    static let longestShown = 16 << 10
}

/// What a search has found so far, and where it stopped.
struct TelemetryLogPage: Sendable {
    var items: [TelemetryLogItem] = []
    /// Where to go on; nil at the end of the ledger.
    var next: TelemetryLogPlace?
    /// Bytes of lines read.
    var scanned = 0
    /// Uploads that the ledger names and nothing holds, or that are damaged.
    var unreadable = 0
}

/// A line's place in the ledger: searches go backwards from it.
struct TelemetryLogPlace: Sendable, Equatable {
    let batch: TelemetryLedgerPlace
    /// The first line of that upload that is not looked at again; all of it when it is `Int.max`.
    let line: Int

    /// Whether an upload is at this place or further back, and not all looked at.
    func leaves(_ row: TelemetryLedgerRow) -> Bool {
        row.place < batch || (row.place == batch && line > 0)
    }

    /// In front of the first upload of a moment.
    static func before(_ receivedAt: Int) -> TelemetryLogPlace {
        TelemetryLogPlace(batch: TelemetryLedgerPlace(receivedAt: receivedAt - 1, batchID: "\u{7F}"), line: .max)
    }
}

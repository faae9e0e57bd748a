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
    let batchId: String
    /// As received; bytes that are not text as `\xNN`.
    let line: String
    /// Whether the line is longer than what is shown.
    let truncated: Bool

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
}

/// A line's place in the ledger: searches go backwards from it.
struct TelemetryLogPlace: Sendable, Equatable {
    let batch: TelemetryLedgerPlace
    /// The first line of that upload that is not looked at again; all of it when it is `Int.max`.
    let line: Int
}

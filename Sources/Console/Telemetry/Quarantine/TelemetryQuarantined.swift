import Formats
import Foundation

/// A line that could not be read.
struct TelemetryQuarantined: Codable, Sendable {
    let id: String
    let receivedAt: Date
    let platform: Platform
    /// ``Formats/LogLineRejection``.
    let reason: String
    /// Of the upload's header; empty when it named none.
    let device: String
    let batchId: String
    /// At most 4,096 bytes; what is no text as `\xNN`.
    let line: String

    /// Without telephone numbers and mail addresses.
    func masked() -> TelemetryQuarantined {
        TelemetryQuarantined(
            id: id,
            receivedAt: receivedAt,
            platform: platform,
            reason: reason,
            device: device,
            batchId: batchId,
            line: PersonalMask.masked(line)
        )
    }
}

/// Lines of one day and reason; all of them, also those that were not kept.
struct TelemetryQuarantineDay: Codable, Sendable {
    /// Midnight in the app's zone.
    let day: Date
    let platform: Platform
    let reason: String
    let lines: Int
}

import Foundation
import Storage

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
}

/// Lines of one day and reason; all of them, also those that were not kept.
struct TelemetryQuarantineDay: Codable, Sendable {
    /// Midnight in the app's zone.
    let day: Date
    let platform: Platform
    let reason: String
    let lines: Int
}

extension Connection {
    /// Newest first.
    func quarantined(_ app: String, reason: String?, before place: (at: Int, id: String)?, limit: Int) throws -> [TelemetryQuarantined] {
        let conditions: [SQL] =
            ["app_id = \(app)"] + (reason.map { ["reason = \($0)"] } ?? []) + (place.map { ["(received_at, id) < (\($0.at), \($0.id))"] } ?? [])
        return try all(
            """
            SELECT id, received_at, platform, reason, device, batch_id, line FROM quarantine WHERE \(SQL.all(conditions))
            ORDER BY received_at DESC, id DESC LIMIT \(limit)
            """
        ) { row in
            TelemetryQuarantined(
                id: try row[0],
                receivedAt: try row[1],
                platform: try row[2],
                reason: try row[3],
                device: try row[4],
                batchId: try row[5],
                line: TelemetryText.visible(try row[6])
            )
        }
    }

    func countQuarantined(_ app: String, reason: String?) throws -> Int {
        let condition: SQL = reason.map { "app_id = \(app) AND reason = \($0)" } ?? "app_id = \(app)"
        return try value("SELECT count(*) FROM quarantine WHERE \(condition)") ?? 0
    }

    /// The latest days, newest first.
    func quarantineDays(_ app: String, since day: Int, zone: TelemetryZone) throws -> [TelemetryQuarantineDay] {
        try all(
            "SELECT day, platform, reason, lines FROM quarantine_day WHERE app_id = \(app) AND day >= \(day) ORDER BY day DESC, platform, reason"
        ) { row in
            let start = Date(timeIntervalSince1970: Double(zone.start(ofDay: try row[0])))
            return TelemetryQuarantineDay(day: start, platform: try row[1], reason: try row[2], lines: try row[3])
        }
    }
}

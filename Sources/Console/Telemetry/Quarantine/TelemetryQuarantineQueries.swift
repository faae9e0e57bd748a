import Foundation
import Storage
import Web

extension Connection {
    /// Newest first.
    /// - Parameter last: the last one already shown.
    func quarantined(_ app: String, reason: String?, before last: Cursor?, limit: Int) throws -> [TelemetryQuarantined] {
        let rest: SQL = last.map { "(received_at, id) < (\($0.number), \($0.id))" } ?? "1 = 1"
        return try all(
            """
            SELECT id, received_at, platform, reason, device, batch_id, line FROM quarantine
            WHERE \(Self.isQuarantined(app, reason)) AND \(rest) ORDER BY received_at DESC, id DESC LIMIT \(limit)
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
        try value("SELECT count(*) FROM quarantine WHERE \(Self.isQuarantined(app, reason))") ?? 0
    }

    private static func isQuarantined(_ app: String, _ reason: String?) -> SQL {
        reason.map { "app_id = \(app) AND reason = \($0)" } ?? "app_id = \(app)"
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

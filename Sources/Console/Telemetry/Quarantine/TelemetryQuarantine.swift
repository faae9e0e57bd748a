import Formats
import Storage
import Web

extension Telemetry {
    /// The latest lines that could not be read, as far as they were kept.
    /// - Parameter reason: nil for all.
    func quarantined(of app: App, reason: LogLineRejection?, _ place: ListPlace) async throws -> List<TelemetryQuarantined> {
        let reason = reason?.rawValue
        return try await database.read { connection in
            let rows = try connection.quarantined(app.id, reason: reason, before: place.cursor, limit: place.limit + 1)
            return try place.page(rows, total: connection.countQuarantined(app.id, reason: reason)) { Cursor($0.receivedAt, $0.id) }
        }
    }

    /// A fortnight of counts, newest day first.
    func quarantineDays(of app: App) async throws -> [TelemetryQuarantineDay] {
        let zone = zones[app.timeZone]
        let first = zone.day(at: clock.now.milliseconds / 1_000) - 13
        return try await database.read { try $0.quarantineDays(app.id, since: first, zone: zone) }
    }
}

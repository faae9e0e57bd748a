import Formats
import Foundation
import Web

/// Lines that could not be read: how many, why, and the latest of them.
struct TelemetryQuarantineRoutes: Sendable {
    let telemetry: Telemetry
    let apps: Apps

    func add(to routes: Routes) throws {
        try routes.get(
            "apps/{app}/quarantine",
            "List the latest log lines that could not be read.",
            needs: .role(.viewer),
            view: "Telemetry/quarantine",
            menu: .under(.analysis, "telemetry.menu.quarantine"),
            list
        )
    }

    struct Query: Codable, Sendable {
        /// E.g. `tooOld`.
        let reason: LogLineRejection?
        let limit: Int?
        let cursor: String?
    }

    struct Page: Codable, Sendable {
        let days: [TelemetryQuarantineDay]
        let reasons: [TelemetryLogRoutes.Choice]
        let filtered: Bool
        let pager: Pager
    }

    @Sendable func list(_ query: Query, _ context: Context) async throws -> Reply<List<TelemetryQuarantined>, Page> {
        let app = try apps.app(try context.parameter("app"))
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let reason = query.reason?.rawValue
        let (rows, total) = try await telemetry.database.read { connection in
            let before = place.cursor.map { (at: $0.number, id: $0.id) }
            return (
                try connection.quarantined(app.id, reason: reason, before: before, limit: place.limit + 1),
                try connection.countQuarantined(app.id, reason: reason)
            )
        }
        let list = place.page(rows, total: total) { Cursor(Int(($0.receivedAt.timeIntervalSince1970 * 1_000).rounded()), $0.id) }
        return .show(list) {
            Page(
                days: try await days(app, context),
                reasons: LogLineRejection.allCases.map { .init(value: $0.rawValue, current: $0.rawValue == reason) },
                filtered: reason != nil,
                pager: Pager(list, place, context)
            )
        }
    }

    /// A fortnight of counts.
    private func days(_ app: App, _ context: Context) async throws -> [TelemetryQuarantineDay] {
        let zone = telemetry.zones[app.timeZone]
        let first = zone.day(at: Int(context.reader.now.timeIntervalSince1970)) - 13
        return try await telemetry.database.read { try $0.quarantineDays(app.id, since: first, zone: zone) }
    }
}

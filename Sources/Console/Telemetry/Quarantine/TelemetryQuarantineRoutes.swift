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
        let reasons: [TelemetryChoice]
        let filtered: Bool
        let pager: Pager
    }

    @Sendable func list(_ query: Query, _ context: Context) async throws -> Reply<List<TelemetryQuarantined>, Page> {
        let app = try apps.app(try context.parameter("app"))
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let found = try await telemetry.quarantined(of: app, reason: query.reason, place)
        let list = context.isMasked(app) ? found.map { $0.masked() } : found
        return .show(list) {
            Page(
                days: try await telemetry.quarantineDays(of: app),
                reasons: LogLineRejection.allCases.map { .init(value: $0.rawValue, current: $0 == query.reason) },
                filtered: query.reason != nil,
                pager: Pager(list, place, context)
            )
        }
    }
}

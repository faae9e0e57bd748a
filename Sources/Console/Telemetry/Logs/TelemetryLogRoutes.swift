import Foundation
import Web

/// Looking for raw lines.
struct TelemetryLogRoutes: Sendable {
    let telemetry: Telemetry
    let apps: Apps

    func add(to routes: Routes) throws {
        try routes.get(
            "apps/{app}/logs",
            "Search raw log lines, newest upload first. Ends early on much data: go on with `next`.",
            needs: .role(.viewer),
            view: "Telemetry/logs",
            menu: .under(.analysis, "telemetry.menu.logs", key: "l"),
            search
        )
        try routes.stream(
            "apps/{app}/logs/export",
            """
            All that `logs` finds, at most 1,000,000 lines, in that order: `format=ndjson`, an item a line, or `text`, lines as sent. \
            The last line says whether it is all, and with which `cursor` to go on.
            """,
            needs: .role(.viewer),
            produces: "application/x-ndjson"
        ) { [export = TelemetryLogExportRoute(telemetry: telemetry, apps: apps)] request, context in try await export.answer(request, context) }
    }

    struct Found: Codable, Sendable {
        let items: [TelemetryLogItem]
        let next: OrNull<String>
        /// Of all pages; null when there is more to look through than a page has time for.
        let total: OrNull<Int>
        /// Whether all of the range was looked through; otherwise `next` goes on.
        let complete: Bool
        /// What was received from then on was looked through; null for all of the range.
        let lookedBackTo: OrNull<Date>
        /// Of lines.
        let scannedBytes: Int
        /// Uploads that are damaged or gone.
        let unreadable: Int
    }

    @Sendable func search(_ query: TelemetryLogQuery, _ context: Context) async throws -> Reply<Found, TelemetryLogsPage> {
        let app = try apps.app(try context.parameter("app"))
        let window = try query.window(context)
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let start = try place.cursor.map(TelemetryLogPlace.init)
        let filter = try query.filter(window)
        let found = try await telemetry.search(app: app.id, filter, limit: place.limit, before: start)
        let body = Found(
            items: context.isMasked(app) ? found.items.map { $0.masked() } : found.items,
            next: OrNull(found.next?.cursor.text),
            total: OrNull(try await total(found, of: app.id, filter, from: start, context)),
            complete: found.next == nil,
            lookedBackTo: OrNull(found.next.map { Date(milliseconds: $0.batch.receivedAt) }),
            scannedBytes: found.scanned,
            unreadable: found.unreadable
        )
        return .show(body) {
            let keeping = try await telemetry.keeping(of: app)
            return TelemetryLogsPage(query, window, app, body, isFull: found.items.count >= place.limit, keeping: keeping, context)
        }
    }

    /// The page shows no total, so it does not wait for one.
    private func total(
        _ found: TelemetryLogPage,
        of app: String,
        _ filter: TelemetryLogFilter,
        from start: TelemetryLogPlace?,
        _ context: Context
    ) async throws -> Int? {
        if found.next == nil, start == nil { return found.items.count }
        return context.face == .api ? try await telemetry.count(app: app, filter) : nil
    }
}

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
    }

    struct Query: Codable, Sendable {
        /// Part of the line, without regard to case.
        let q: String?
        /// `behaviour`, `performance` or `crash`.
        let type: String?
        let user: String?
        let device: String?
        let platform: Platform?
        /// `-7d`, `2026-11-21`, `2026-11-21 13:55` or RFC 3339; a day before the end when absent.
        let from: String?
        let to: String?
        let limit: Int?
        let cursor: String?
    }

    struct Found: Codable, Sendable {
        let items: [TelemetryLogItem]
        let next: OrNull<String>
        /// Of all pages; null when there is more to look through than a page has time for.
        let total: OrNull<Int>
        /// Whether all of the range was looked through; otherwise `next` goes on.
        let complete: Bool
        let scannedBytes: Int
    }

    struct Page: Codable, Sendable {
        let q: String
        let user: String
        let device: String
        let from: String
        let to: String
        let since: Date
        let until: Date
        let types: [TelemetryChoice]
        let platforms: [TelemetryChoice]
        let nextPage: String?
        let stoppedEarly: Bool
    }

    @Sendable func search(_ query: Query, _ context: Context) async throws -> Reply<Found, Page> {
        let app = try apps.app(try context.parameter("app"))
        let window = try MomentWindow(from: query.from, to: query.to, days: 1, context)
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let start = try place.cursor.map(Self.place)
        let filter = try filter(query, window)
        let found = try await telemetry.search(app: app.id, filter, limit: place.limit, before: start)
        let next = found.next.map(Self.cursor)?.text
        let body = Found(
            items: found.items,
            next: OrNull(next),
            total: OrNull(try await total(found, of: app.id, filter, from: start, context)),
            complete: next == nil,
            scannedBytes: found.scanned
        )
        return .show(body) {
            page(query, window, app, next: next, stoppedEarly: next != nil && found.items.count < place.limit, context)
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

    private func filter(_ query: Query, _ window: MomentWindow) throws -> TelemetryLogFilter {
        let type = try query.type?.orNil.map { word in
            guard let type = TelemetryLogType(word: word) else { throw Problem.invalid("type", "web.choice") }
            return type
        }
        guard (query.q ?? "").utf8.count <= 200 else { throw Problem.invalid("q", "telemetry.logs.needle") }
        return TelemetryLogFilter(
            needle: TelemetryNeedle(query.q ?? ""),
            type: type,
            user: query.user?.orNil,
            device: query.device?.orNil,
            platform: query.platform,
            from: window.milliseconds.lowerBound,
            to: window.milliseconds.upperBound
        )
    }

    private static func cursor(_ place: TelemetryLogPlace) -> Cursor {
        Cursor(place.batch.receivedAt, "\(place.line) \(place.batch.batchID)")
    }

    private static func place(_ cursor: Cursor) throws -> TelemetryLogPlace {
        let halves = cursor.id.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, let line = Int(halves[0]) else { throw Problem.invalid("cursor", "web.cursor.unknown") }
        return TelemetryLogPlace(batch: TelemetryLedgerPlace(receivedAt: cursor.number, batchID: String(halves[1])), line: line)
    }

    private func page(_ query: Query, _ window: MomentWindow, _ app: App, next: String?, stoppedEarly: Bool, _ context: Context) -> Page {
        Page(
            q: context.filled("q", query.q ?? ""),
            user: context.filled("user", query.user ?? ""),
            device: context.filled("device", query.device ?? ""),
            from: context.filled("from", query.from ?? ""),
            to: context.filled("to", query.to ?? ""),
            since: window.from,
            until: window.until,
            types: TelemetryLogType.allCases.map { TelemetryChoice(value: $0.rawValue, current: $0.rawValue == query.type) },
            platforms: app.platforms.map { TelemetryChoice(value: $0.platform.rawValue, current: $0.platform == query.platform) },
            nextPage: next.map { context.link(context.query.setting("cursor", $0)) },
            stoppedEarly: stoppedEarly
        )
    }
}

import Formats
import Foundation
import Web

/// What only the page of raw lines shows.
struct TelemetryLogsPage: Codable, Sendable {
    let lead: Message
    let q: String
    let user: String
    let device: String
    let session: String
    let version: String
    let event: String
    let from: String
    let to: String
    let since: Date
    let until: Date
    let types: [TelemetryChoice]
    let platforms: [TelemetryChoice]
    let rows: [Row]
    let nextPage: String?
    let stoppedEarly: Bool
    /// When that is so, how far back it came.
    let lookedBack: Date?
    /// Uploads that are damaged or gone; nil for none.
    let damaged: Int?
    let ndjson: String
    let text: String

    /// A line with what a reader may do with it.
    struct Row: Codable, Sendable {
        let item: TelemetryLogItem
        let pieces: [LogNeedle.Piece]
        /// The same search of this device, user, session or event only; nil when there is none, or it is that already.
        let byDevice: String?
        let byUser: String?
        let bySession: String?
        let byEvent: String?
        /// All that is known of the device, and of the user; nil where none is named, or the name is hidden.
        let devicePage: String?
        let userPage: String?
    }

    /// Part of a line.
    init(
        _ query: TelemetryLogQuery,
        _ window: MomentWindow,
        _ app: App,
        _ found: TelemetryLogRoutes.Found,
        isFull: Bool,
        keeping: TelemetryKeeping,
        _ context: Context
    ) {
        lead = Message("telemetry.logs.lead", ["days": "\(keeping.rawDays)"])
        q = context.filled("q", query.q ?? "")
        user = context.filled("user", query.user ?? "")
        device = context.filled("device", query.device ?? "")
        session = context.filled("session", query.session ?? "")
        version = context.filled("version", query.version ?? "")
        event = context.filled("event", query.event ?? "")
        from = context.filled("from", query.from ?? "")
        to = context.filled("to", query.to ?? "")
        (since, until) = (window.from, window.until)
        types = TelemetryLogType.allCases.map { TelemetryChoice(value: $0.rawValue, current: $0.rawValue == query.type) }
        platforms = app.platforms.map { TelemetryChoice(value: $0.platform.rawValue, current: $0.platform == query.platform) }
        let needle = LogNeedle(query.q ?? "")
        rows = found.items.map { Row($0, needle, query, app, context) }
        nextPage = found.next.value.map { context.link(context.query.setting("cursor", $0)) }
        stoppedEarly = !found.complete && !isFull
        lookedBack = stoppedEarly ? found.lookedBackTo.value : nil
        damaged = found.unreadable > 0 ? found.unreadable : nil
        let whole = context.filters
        ndjson = "\(context.path)/export?\(whole.setting("format", "ndjson").encoded)"
        text = "\(context.path)/export?\(whole.setting("format", "text").encoded)"
    }
}

extension TelemetryLogsPage.Row {
    fileprivate init(_ item: TelemetryLogItem, _ needle: LogNeedle, _ query: TelemetryLogQuery, _ app: App, _ context: Context) {
        func link(_ field: String, _ value: String, _ asked: String?) -> String? {
            value.isEmpty || value == asked ? nil : context.link(context.query.setting("cursor", nil).setting(field, value))
        }
        self.init(
            item: item,
            pieces: needle.pieces(of: item.line),
            byDevice: link("device", item.device, query.device),
            byUser: link("user", item.user, query.user),
            bySession: link("session", item.session, query.session),
            byEvent: link("event", item.event, query.event),
            devicePage: item.device.isEmpty ? nil : DevicePath.device(item.device, of: app.id),
            // Here the name is hidden already, where it is to be.
            userPage: item.user.isEmpty || context.isMasked(app) ? nil : DevicePath.user(item.user, of: app.id)
        )
    }
}

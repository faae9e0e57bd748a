import Foundation
import Web

/// What the list of reports shows beside it.
struct CrashReportListPage: Codable, Sendable {
    let from: String
    let to: String
    let since: Date
    let until: Date
    let version: String
    let device: String
    let user: String
    let fingerprint: String
    let group: String
    /// Whether reports are left out for another reason than the range.
    let filtered: Bool
    let platforms: [TelemetryChoice]
    /// Crashes, caught ones, or both.
    let kinds: [Kind]
    /// Whether the names of users may be read, and linked.
    let namesUsers: Bool
    let pager: Pager

    struct Kind: Codable, Sendable {
        let value: String
        let current: Bool
    }

    init(_ query: CrashReportRoutes.Query, _ window: MomentWindow, _ app: App, _ list: List<CrashReportItem>, _ place: ListPlace, _ context: Context)
    {
        from = context.filled("from", query.from ?? "")
        to = context.filled("to", query.to ?? "")
        (since, until) = (window.from, window.until)
        version = context.filled("version", query.version ?? "")
        device = context.filled("device", query.device ?? "")
        user = context.filled("user", query.user ?? "")
        (fingerprint, group) = (query.fingerprint ?? "", query.group ?? "")
        namesUsers = !context.isMasked(app)
        filtered =
            query.platform != nil || query.handled != nil
            || [query.version, query.device, query.user, query.fingerprint, query.group].contains { $0?.isEmpty == false }
        platforms = app.platforms.map { .init(value: $0.platform.rawValue, current: $0.platform == query.platform) }
        kinds = [false, true].map { (kind: Bool) in Kind(value: "\(kind)", current: kind == query.handled) }
        pager = Pager(list, place, context)
    }
}

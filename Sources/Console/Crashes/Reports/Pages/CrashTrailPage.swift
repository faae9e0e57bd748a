import Formats
import Foundation
import Web

/// What the device did before it crashed: its last log lines.
struct CrashTrailPage: Codable, Sendable {
    /// The newest first.
    let rows: [Row]
    /// The whole search; nil when the report names no device.
    let link: String?
    /// There may be more than was looked through.
    let early: Bool

    struct Row: Codable, Sendable {
        let time: Date
        let type: TelemetryLogType
        let event: String
        let text: String
    }
}

extension CrashReports {
    /// Lines of the device before the crash, at most fifty.
    /// - Throws: what the database and the raw lines' store throw.
    func trail(of report: CrashReportBody, app: String, isMasked: Bool, _ context: Context) async throws -> CrashTrailPage {
        guard !report.device.isEmpty else { return CrashTrailPage(rows: [], link: nil, early: false) }
        let end = report.time.addingTimeInterval(Self.after)
        let start = report.time.addingTimeInterval(-Self.before)
        var filter = TelemetryLogFilter(from: start.milliseconds, to: end.milliseconds)
        (filter.device, filter.platform) = (report.device, report.platform)
        let limits = TelemetryLogSearch.Limits(lines: Self.mostRead, bytes: 64 << 20, longest: .milliseconds(500))
        let found = try await telemetry.search(app: app, filter, limits, before: nil)
        // The report's own line holds nothing but the report.
        let items = found.items.filter { $0.type != .crash || $0.time != report.time }.sorted { $0.time > $1.time }
        return CrashTrailPage(
            rows: items.prefix(Self.mostShown).map { CrashTrailPage.Row($0, isMasked: isMasked) },
            link: Self.link(report, app, start, end, context),
            early: found.next != nil && items.count < Self.mostShown
        )
    }

    /// Seconds before the crash, and after it: a line is written with the time of the log's own clock.
    private static let before = 600.0
    private static let after = 1.0
    /// Uploads come in any order, so more are read than shown.
    private static let mostRead = 500
    private static let mostShown = 50

    private static func link(_ report: CrashReportBody, _ app: String, _ start: Date, _ end: Date, _ context: Context) -> String {
        let (from, to) = (LocalTime(start, context.reader.zone).iso, LocalTime(end, context.reader.zone).iso)
        return "/apps/\(app)/logs?\(Form([("from", from), ("to", to), ("device", report.device)]).encoded)"
    }
}

extension CrashTrailPage.Row {
    /// Characters of a line.
    private static let longest = 300

    fileprivate init(_ item: TelemetryLogItem, isMasked: Bool) {
        let line = isMasked ? PersonalMask.masked(item.line) : item.line
        // Most fields of a line are empty.
        let text = line.prefix(2 * Self.longest).replacing(#/(?:,-){3,}/#, with: ",…").prefix(Self.longest)
        self.init(time: item.time, type: item.type, event: isMasked ? PersonalMask.masked(item.event) : item.event, text: String(text))
    }
}

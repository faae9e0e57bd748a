import Foundation
import Hummingbird
import Web

/// Single crash reports. Groups of them are the crash room's.
struct TelemetryCrashRoutes: Sendable {
    let telemetry: Telemetry
    let apps: Apps

    func add(to routes: Routes) throws {
        try routes.get(
            "apps/{app}/crash-reports",
            "List crash reports, newest first.",
            needs: .role(.viewer),
            view: "Telemetry/crashes",
            menu: .under(.governance, "telemetry.menu.crashReports"),
            list
        )
        try routes.get("apps/{app}/crash-reports/{id}", "Get a crash report.", needs: .role(.viewer), view: "Telemetry/crash", show)
        try routes.stream(
            "apps/{app}/crash-reports/{id}/raw",
            "Download a crash report as it was sent.",
            needs: .role(.viewer),
            produces: "text/plain",
            raw
        )
    }

    struct Query: Codable, Sendable {
        /// As for logs; a week before the end when absent.
        let from: String?
        let to: String?
        let platform: Platform?
        let version: String?
        let device: String?
        let user: String?
        let fingerprint: String?
        let limit: Int?
        let cursor: String?
    }

    struct Page: Codable, Sendable {
        let from: String
        let to: String
        let since: Date
        let until: Date
        let version: String
        let device: String
        let user: String
        let fingerprint: String
        /// Whether reports are left out for another reason than the range.
        let filtered: Bool
        let platforms: [TelemetryChoice]
        let pager: Pager
    }

    @Sendable func list(_ query: Query, _ context: Context) async throws -> Reply<List<TelemetryCrashItem>, Page> {
        let app = try apps.app(try context.parameter("app"))
        let window = try MomentWindow(from: query.from, to: query.to, days: 7, context)
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let list = try await telemetry.crashes(of: app.id, TelemetryCrashFilter(query, window), place)
        return .show(list) {
            Page(
                from: context.filled("from", query.from ?? ""),
                to: context.filled("to", query.to ?? ""),
                since: window.from,
                until: window.until,
                version: context.filled("version", query.version ?? ""),
                device: context.filled("device", query.device ?? ""),
                user: context.filled("user", query.user ?? ""),
                fingerprint: query.fingerprint ?? "",
                filtered: query.platform != nil
                    || [query.version, query.device, query.user, query.fingerprint].contains { $0?.isEmpty == false },
                platforms: app.platforms.map { .init(value: $0.platform.rawValue, current: $0.platform == query.platform) },
                pager: Pager(list, place, context)
            )
        }
    }

    struct ReportPage: Codable, Sendable {
        /// The beginning of the report; empty for one that is not text.
        let text: String
        let isText: Bool
        let truncated: Bool
        /// `foreground` or `background`, when the line said.
        let state: String?
        let rawLink: String
        /// Raw lines of the device around the crash.
        let logsLink: String
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<TelemetryCrashReport, ReportPage> {
        let (app, id) = (try apps.app(try context.parameter("app")).id, try context.parameter("id"))
        let (report, bytes) = try await telemetry.crash(id, of: app)
        return .show(report) {
            let isText = String(validating: bytes, as: UTF8.self) != nil
            return ReportPage(
                text: isText ? String(decoding: bytes.prefix(Self.longestShown), as: UTF8.self) : "",
                isText: isText,
                truncated: bytes.count > Self.longestShown,
                state: report.foreground.value.map { $0 ? "foreground" : "background" },
                rawLink: "/apps/\(app)/crash-reports/\(id)/raw",
                logsLink: logs(app, report, context)
            )
        }
    }

    private static let longestShown = 256 << 10

    private func logs(_ app: String, _ report: TelemetryCrashReport, _ context: Context) -> String {
        func moment(_ offset: TimeInterval) -> String { LocalTime(report.time.addingTimeInterval(offset), context.reader.zone).iso }
        let around = Form([("from", moment(-300)), ("to", moment(60))])
        return "/apps/\(app)/logs?\(around.setting("device", report.device.orNil).encoded)"
    }

    /// What a device sent is never shown as a page of ours: plain text, as a file.
    @Sendable func raw(_: Request, _ context: Context) async throws -> Response {
        let (app, id) = (try apps.app(try context.parameter("app")).id, try context.parameter("id"))
        return Response(bytes: try await telemetry.crash(id, of: app).text, type: "text/plain; charset=utf-8", downloadName: "crash-\(id).txt")
    }
}

extension TelemetryCrashFilter {
    fileprivate init(_ query: TelemetryCrashRoutes.Query, _ window: MomentWindow) {
        self.init(
            from: window.milliseconds.lowerBound,
            to: window.milliseconds.upperBound,
            platform: query.platform,
            version: query.version?.orNil,
            device: query.device?.orNil,
            user: query.user?.orNil,
            fingerprint: query.fingerprint?.orNil
        )
    }
}

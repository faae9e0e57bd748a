import Formats
import Foundation
import Hummingbird
import Web

/// Single crash reports: a list, and each as it came and as it reads with its symbols.
struct CrashReportRoutes: Sendable {
    let reports: CrashReports
    let telling: CrashTelling
    let attachments: SentryAttachments
    let apps: Apps

    func add(to routes: Routes) throws {
        let (all, one) = ("apps/{app}/crash-reports", "apps/{app}/crash-reports/{id}")
        let masked = "Telephone numbers and mail addresses are hidden from who may not see them."
        try routes.get(
            all,
            "List crash reports, newest first. \(masked)",
            needs: .role(.viewer),
            view: "Crashes/reports",
            menu: .under(.governance, "crashes.menu.reports"),
            list
        )
        try routes.get(one, "Get a crash report. \(masked)", needs: .role(.viewer), view: "Crashes/report", show)
        let reading =
            "A crash report as it was read: exceptions, threads, registers, images, with the names that symbols and mappings give. \(masked)"
        try routes.api(.get, "\(one)/symbolicated", reading, needs: .role(.viewer), symbolicated)
        let text = "The same as text."
        try routes.stream("\(one)/text", text, needs: .role(.viewer), produces: "text/plain", self.text)
        try routes.stream("\(one)/raw", "Download a crash report as it was sent. \(masked)", needs: .role(.viewer), produces: "text/plain", raw)
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
        let group: String?
        /// Only what the app caught, or only what it did not.
        let handled: Bool?
        let limit: Int?
        let cursor: String?
    }

    @Sendable func list(_ query: Query, _ context: Context) async throws -> Reply<List<CrashReportItem>, CrashReportListPage> {
        let app = try apps.app(try context.parameter("app"))
        let window = try MomentWindow(from: query.from, to: query.to, days: 7, context)
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let found = try await reports.list(app.id, CrashReportFilter(query, window), place)
        let list = context.isMasked(app) ? found.map { $0.masked() } : found
        return .show(list) { CrashReportListPage(query, window, app, list, place, context) }
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<CrashReportBody, CrashReportPage> {
        let named = try apps.app(try context.parameter("app"))
        let (app, isMasked) = (named.id, context.isMasked(named))
        let (stored, bytes) = try await reports.report(try context.parameter("id"), of: app)
        let report = isMasked ? stored.masked() : stored
        return .show(report) {
            let reading = CrashReadingBody(report.id, try await reports.read(bytes, version: report.version, of: app), isMasked: isMasked)
            let trail = try await reports.trail(of: report, app: app, isMasked: isMasked, context)
            let told = try await telling.page(of: report, app: app, isMasked: isMasked)
            let files = try await attachments.list(report.id, of: app).map { SentryAttachmentBody($0, of: app) }
            return CrashReportPage(report, reading, bytes, trail: trail, told: told, files: files, app: app, isMasked: isMasked, context)
        }
    }

    @Sendable func symbolicated(_: Nothing, _ context: Context) async throws -> Answer<CrashReadingBody> {
        .show(try await reading(context).reading)
    }

    @Sendable func text(_: Request, _ context: Context) async throws -> Response {
        let (report, reading) = try await reading(context)
        let text = CrashReadingText(report: report, reading: reading, zone: context.reader.zone).text
        return Response(bytes: Array(text.utf8), type: "text/plain; charset=utf-8", downloadName: "crash-\(report.id)-symbolicated.txt")
    }

    private func reading(_ context: Context) async throws -> (report: CrashReportBody, reading: CrashReadingBody) {
        let app = try apps.app(try context.parameter("app"))
        let (report, bytes) = try await reports.report(try context.parameter("id"), of: app.id)
        let isMasked = context.isMasked(app)
        let reading = try await reports.read(bytes, version: report.version, of: app.id)
        return (isMasked ? report.masked() : report, CrashReadingBody(report.id, reading, isMasked: isMasked))
    }

    /// What a device sent is never shown as a page of ours: plain text, as a file.
    @Sendable func raw(_: Request, _ context: Context) async throws -> Response {
        let (app, id) = (try apps.app(try context.parameter("app")), try context.parameter("id"))
        var bytes = try await reports.report(id, of: app.id).bytes
        if context.isMasked(app) { PersonalMask.mask(&bytes) }
        return Response(bytes: bytes, type: "text/plain; charset=utf-8", downloadName: "crash-\(id).txt")
    }
}

extension CrashReportFilter {
    fileprivate init(_ query: CrashReportRoutes.Query, _ window: MomentWindow) {
        self.init(
            from: window.milliseconds.lowerBound,
            to: window.milliseconds.upperBound,
            platform: query.platform,
            version: query.version?.orNil,
            device: query.device?.orNil,
            user: query.user?.orNil,
            fingerprint: query.fingerprint?.orNil,
            group: query.group?.orNil,
            handled: query.handled
        )
    }
}

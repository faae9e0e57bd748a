import Foundation
import Storage
import Web

/// What devices like this one were told before the crash. Which device asked, and when, is written down nowhere.
struct CrashToldPage: Codable, Sendable {
    /// Switches as they were published when it crashed.
    let switches: Switches?
    /// What changed about updates of its platform in the days before, newest first.
    let updates: [Update]
    /// Earlier crashes of the device in those days, with its version and hotpatch then.
    let earlier: [Earlier]
    let days: Int

    struct Switches: Codable, Sendable {
        let number: Int
        let at: Date
        let href: String
        let note: String
    }

    struct Update: Codable, Sendable {
        let at: Date
        let kind: UpdateEvent.Kind
        let version: String
        let note: String
        let href: String
    }

    struct Earlier: Codable, Sendable {
        let time: Date
        let title: String
        let version: String
        let hotpatch: String
        let href: String
    }
}

/// Asks the rooms that tell devices something.
struct CrashTelling: Sendable {
    let reports: CrashReports
    let switches: Console.Switches
    let updates: Updates

    private static let days = 7

    func page(of report: CrashReportBody, app: String, isMasked: Bool) async throws -> CrashToldPage {
        let start = report.time.addingTimeInterval(-86_400 * Double(Self.days))
        let published = try await switches.publications(app, until: report.time, limit: 1).first
        let moments = try await updates.moments(of: app, report.platform, from: start, to: report.time, limit: 10)
        let earlier = try await reports.earlier(report, of: app, since: start, limit: 10)
        return CrashToldPage(
            switches: published.map {
                CrashToldPage.Switches(number: $0.number, at: $0.publishedAt, href: "/apps/\(app)/switches/publications/\($0.number)", note: $0.note)
            },
            updates: moments.map { moment in
                let event = moment.event
                let href = "/apps/\(app)/updates/\(moment.release)"
                return CrashToldPage.Update(at: event.at, kind: event.kind, version: moment.version, note: event.note, href: href)
            },
            earlier: earlier.map { one in
                let one = isMasked ? one.masked() : one
                let href = "/apps/\(app)/crash-reports/\(one.id)"
                return .init(time: one.time, title: one.title.value ?? "", version: one.version, hotpatch: one.hotpatch, href: href)
            },
            days: Self.days
        )
    }
}

extension CrashReports {
    /// Reports of the same device before this one, newest first.
    func earlier(_ report: CrashReportBody, of app: String, since start: Date, limit: Int) async throws -> [CrashReportBody] {
        guard !report.device.isEmpty else { return [] }
        let filter = CrashReportFilter(from: start.milliseconds, to: report.time.milliseconds, platform: report.platform, device: report.device)
        return try await database.read { connection in
            try connection.crashReports(app, filter, before: nil, limit: limit).compactMap { try connection.crashReport(app, $0.id) }
        }
    }
}

import Foundation
import Web

/// Something about the app that somebody should know, and what to do about it.
struct OverviewNotice: Codable, Sendable {
    let kind: Kind
    let title: String
    let detail: String
    let action: String
    let href: String

    /// Variants of the class `notice`.
    enum Kind: String, Codable, CaseIterable, Sendable {
        case bad
        case warn = ""
    }
}

/// Looks for what is out of order.
struct OverviewNotices {
    private let overview: Overview
    private let writer: StatisticsWriter

    init(_ overview: Overview, _ writer: StatisticsWriter) {
        self.overview = overview
        self.writer = writer
    }

    /// The gravest first.
    var all: [OverviewNotice] { worse + silence + quarantine + rotations }

    /// Versions of the last 24 hours that surely crash more than the others.
    private var worse: [OverviewNotice] {
        let total = overview.trend.totals.activity
        return overview.trend.items.filter(\.worse).prefix(3).map { version in
            let rest = StatisticsActivity(crashes: total.crashes - version.crashes, actives: total.actives - version.actives)
            return notice(
                .bad, "worse", "/crash-trend?range=24h",
                [
                    "version": writer.name(ofVersion: version.version), "rate": writer.percent(version.crashRate.value),
                    "rest": writer.percent(rest.crashRate), "crashes": writer.number(version.crashes), "actives": writer.number(version.actives),
                ])
        }
    }

    /// Nothing for two hours, though something came in the day before.
    private var silence: [OverviewNotice] {
        guard overview.app.archivedAt == nil, let last = overview.receivedAt, overview.now.timeIntervalSince(last) > 7_200,
            overview.now.timeIntervalSince(last) < 7 * 86_400
        else { return [] }
        return [notice(.warn, "silence", "/platforms", ["time": writer.time(last)])]
    }

    private var quarantine: [OverviewNotice] {
        overview.quarantined > 0 ? [notice(.warn, "quarantine", "/quarantine", ["count": writer.number(overview.quarantined)])] : []
    }

    /// Old secrets that end within a week.
    private var rotations: [OverviewNotice] {
        overview.app.platforms.compactMap { platform in
            guard let end = platform.oldSecretUntil, end > overview.now, end.timeIntervalSince(overview.now) < 7 * 86_400 else { return nil }
            return notice(.warn, "rotation", "/platforms/\(platform.platform.rawValue)", ["key": platform.appKey, "time": writer.time(end)])
        }
    }

    private func notice(_ kind: OverviewNotice.Kind, _ key: String, _ path: String, _ arguments: [String: String]) -> OverviewNotice {
        func text(_ part: String) -> String { writer.words[Message("overview.\(key).\(part)", arguments)] }
        return OverviewNotice(
            kind: kind, title: text("title"), detail: text("detail"), action: text("action"), href: "/apps/\(overview.app.id)\(path)")
    }
}

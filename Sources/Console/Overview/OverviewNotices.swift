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
    private let ending: [Expiry]
    private let writer: StatisticsWriter

    init(_ overview: Overview, _ ending: [Expiry], _ writer: StatisticsWriter) {
        self.overview = overview
        self.ending = ending
        self.writer = writer
    }

    /// The gravest first.
    var all: [OverviewNotice] { worse + expiries + silence + quarantine + rotations }

    private var worse: [OverviewNotice] {
        overview.worse.prefix(3).map { version, activity, rest in
            notice(
                .bad,
                "worse",
                "/crash-trend?range=24h",
                [
                    "version": writer.name(ofVersion: version), "rate": writer.percent(activity.crashRate), "rest": writer.percent(rest.crashRate),
                    "crashes": writer.number(activity.crashes), "actives": writer.number(activity.actives),
                ]
            )
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

    /// Within a month: earlier ones are on the page of all.
    private var expiries: [OverviewNotice] {
        ending.filter { $0.level != .notice }.prefix(3).map { expiry in
            let word = "overview.expiry.\(expiry.level == .expired ? "over" : "ahead")"
            let arguments = ["name": expiry.name, "time": writer.time(expiry.expiresAt), "days": writer.number(expiry.daysLeft)]
            return OverviewNotice(
                kind: expiry.level == .soon ? .warn : .bad,
                title: writer.words[Message("\(word).title", arguments)],
                detail: writer.words[Message("overview.expiry.\(expiry.stops.rawValue)", arguments)],
                action: writer.words["overview.expiry.action"],
                href: expiry.path
            )
        }
    }

    private func notice(_ kind: OverviewNotice.Kind, _ key: String, _ path: String, _ arguments: [String: String]) -> OverviewNotice {
        func text(_ part: String) -> String { writer.words[Message("overview.\(key).\(part)", arguments)] }
        return OverviewNotice(
            kind: kind,
            title: text("title"),
            detail: text("detail"),
            action: text("action"),
            href: "/apps/\(overview.app.id)\(path)"
        )
    }
}

extension Overview {
    /// Versions of the last 24 hours that surely crash more than the others, with these others; the highest rate first.
    var worse: [(version: String, activity: StatisticsActivity, rest: StatisticsActivity)] {
        let sums = versions.mapValues { StatisticsActivity.sum($0) }
        let all = StatisticsActivity.sum(sums.values)
        return sums.filter { $0.value.isWorse(thanRestOf: all) }.map { ($0.key, $0.value, $0.value.rest(of: all)) }
            .sorted { ($1.1.crashRate ?? 0, $0.0) < ($0.1.crashRate ?? 0, $1.0) }
    }
}

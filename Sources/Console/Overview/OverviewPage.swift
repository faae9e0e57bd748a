import Foundation
import Web

/// 应用概况: what the page shows beside the app itself.
struct OverviewPage: Codable, Sendable {
    /// Whether the app ever sent anything.
    let running: Bool
    let receivedAt: Date?
    let start: StatisticsStart
    let notices: [OverviewNotice]
    let kpis: [StatisticsKPI]
    let chart: SafeHTML
    let versions: [Version]
    let calls: [RPCPage.Row]
    /// `?platform=ios`, carried on by links to other pages; empty for all platforms.
    let query: String
    let live: String

    struct Version: Codable, Sendable {
        let version: String
        let devices: Int
        let share: OrNull<Double>
        let worse: Bool
        let bar: SafeHTML
    }

    init(_ overview: Overview, _ writer: StatisticsWriter) {
        running = overview.receivedAt != nil || overview.audience.totals.devicesPerDay.value != nil
        receivedAt = overview.receivedAt
        start = StatisticsStart(overview.app, writer.ask.context)
        notices = OverviewNotices(overview, writer).all
        kpis = writer.kpis(overview)
        chart = writer.chart(overview)
        versions = Self.versions(overview)
        calls = overview.calls.items.prefix(5).enumerated().map { RPCPage.Row(rank: $0 + 1, $1, highest: overview.calls.items[0].calls, by: .calls) }
        query = overview.filter.platform.map { "?platform=\($0.rawValue)" } ?? ""
        live = "/apps/\(overview.app.id)/live"
    }

    /// Of the latest day with any devices.
    private static func versions(_ overview: Overview) -> [Version] {
        let worse = Set(overview.trend.items.filter(\.worse).map(\.version))
        let day = overview.versions.days.last { !$0.items.isEmpty }
        return (day?.items ?? []).prefix(6).map {
            Version(version: $0.version, devices: $0.devices, share: $0.share, worse: worse.contains($0.version), bar: Bars.bar($0.share.value, style: 1))
        }
    }
}

extension StatisticsWriter {
    /// Devices and users are known by day only, so today so far stands beside all of yesterday, without an arrow.
    fileprivate func kpis(_ overview: Overview) -> [StatisticsKPI] {
        let days = overview.audience.items
        let (today, yesterday) = (days.last, days.dropLast().last)
        let activity = (now: overview.today.totals.activity, before: overview.today.previous?.totals.activity)
        return [
            kpi(
                "devicesToday", count: today?.devices.value ?? 0, note: yesterdayNote(number(yesterday?.devices.value ?? 0)),
                spark: Sparkline.html(days.map { $0.devices.value.map(Double.init) }, style: 1)),
            kpi(
                "newToday", count: today?.newDevices.value ?? 0, note: yesterdayNote(number(yesterday?.newDevices.value ?? 0)),
                spark: Sparkline.html(days.map { $0.newDevices.value.map(Double.init) }, style: 4)),
            kpi(
                "crashRateToday", percent(activity.now.crashRate), points(activity.now.crashRate, activity.before?.crashRate, more: .bad),
                note: interval(activity.now), spark: Sparkline.html(overview.recent.items.map(\.crashRate.value), style: 2)),
            crashFree(overview, today, yesterday), startup(overview),
        ]
    }

    private func yesterdayNote(_ value: String) -> String { words[Message("overview.yesterday", ["value": value])] }

    /// Devices without a crash ÷ active devices: one device that crashes in a loop does not weigh more than another.
    private func crashFree(_ overview: Overview, _ today: ActiveItem?, _ yesterday: ActiveItem?) -> StatisticsKPI {
        func rate(_ crashes: CrashStatistics, _ day: ActiveItem?) -> Double? {
            StatisticsRate.of(crashes.totals.devices, day?.devices.value ?? 0).map { max(0, 1 - $0) }
        }
        let (now, before) = (rate(overview.today, today), rate(overview.yesterday, yesterday))
        return kpi("crashFree", percent(now), points(now, before, more: .good), note: yesterdayNote(percent(before)))
    }

    private func startup(_ overview: Overview) -> StatisticsKPI {
        let (now, before) = (overview.startup.totals.other.p90.value, overview.startupYesterday.totals.other.p90.value)
        let delta = now.flatMap { change($0, before, more: .bad) }
        return kpi("startupToday", milliseconds(now), delta, note: yesterdayNote(milliseconds(before)))
    }

    /// Two lines of very different height share the axis, as their shapes are what is compared: crashes are drawn enlarged, and say so.
    fileprivate func chart(_ overview: Overview) -> SafeHTML {
        let items = overview.recent.items
        let factor = Self.factor(items.map(\.actives).max() ?? 0, items.map(\.crashes).max() ?? 0)
        let crashes = factor > 1 ? words[Message("overview.crashes.times", ["factor": "\(factor)"])] : words["overview.crashes"]
        return chart(
            "activity", words["overview.chart"], .count,
            [
                Chart.Series(words["overview.actives"], items.map { Double($0.actives) }, style: 1, area: true),
                Chart.Series(crashes, items.map { Double($0.crashes * factor) }, style: 2),
            ],
            receivedAt: overview.receivedAt)
    }

    /// The power of ten that brings the crashes up to a fair part of the height.
    private static func factor(_ actives: Int, _ crashes: Int) -> Int {
        guard crashes > 0 else { return 1 }
        return [1_000, 100, 10].first { crashes * $0 <= actives } ?? 1
    }
}

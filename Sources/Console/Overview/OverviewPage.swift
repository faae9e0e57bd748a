import Foundation
import Web

/// 应用概况: what the page shows beside the app itself.
struct OverviewPage: Codable, Sendable {
    /// Whether the app ever sent anything.
    let running: Bool
    let receivedAt: Date?
    let start: StatisticsStart
    let cards: OverviewCards
    let kpis: [StatisticsKPI]
    let chart: SafeHTML
    let versions: [Version]
    let calls: [RPCPage.Row]
    let gateway: [GatewayRankRow]
    /// Whether there is anything to say of the gateway.
    let hasGateway: Bool
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

    init(_ overview: Overview, _ cards: OverviewCards, _ writer: StatisticsWriter) {
        running = overview.isRunning
        receivedAt = overview.receivedAt
        start = StatisticsStart(overview.app, writer.ask.context)
        self.cards = cards
        kpis = writer.kpis(overview)
        chart = writer.chart(overview)
        versions = Self.versions(overview)
        calls = overview.calls.enumerated().map { RPCPage.Row(rank: $0 + 1, $1, highest: overview.calls[0].calls, by: .calls) }
        gateway = writer.rows(overview.gateway, by: .calls)
        hasGateway = overview.isRunning || !overview.gateway.isEmpty
        query = overview.filter.platform.map { "?platform=\($0.rawValue)" } ?? ""
        live = "/apps/\(overview.app.id)/live"
    }

    private static func versions(_ overview: Overview) -> [Version] {
        let all = overview.devices.values.reduce(0, +)
        let worse = Set(overview.worse.map(\.version))
        return overview.devices.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(6).map { version, devices in
            let share = StatisticsRate.of(devices, all)
            return Version(version: version, devices: devices, share: OrNull(share), worse: worse.contains(version), bar: Bars.bar(share, style: 1))
        }
    }
}

extension StatisticsWriter {
    /// Devices and users are known by day only, so today so far stands beside all of yesterday, without an arrow.
    fileprivate func kpis(_ overview: Overview) -> [StatisticsKPI] {
        let days = (overview.day - 13...overview.day).map { overview.audience[$0] ?? StatisticsAudience() }
        let (today, yesterday) = (days[13], days[12])
        let rate = overview.today.activity.crashRate
        return [
            kpi(
                "devicesToday",
                count: today.devices,
                note: yesterdayNote(number(yesterday.devices)),
                spark: Sparkline.html(days.map { Double($0.devices) }, style: 1)
            ),
            kpi(
                "newToday",
                count: today.newDevices,
                note: yesterdayNote(number(yesterday.newDevices)),
                spark: Sparkline.html(days.map { Double($0.newDevices) }, style: 4)
            ),
            kpi(
                "crashRateToday",
                percent(rate),
                points(rate, overview.yesterdaySoFar.crashRate, more: .bad),
                note: interval(overview.today.activity),
                spark: Sparkline.html(overview.steps.map(\.crashRate), style: 2)
            ),
            crashFree(overview, today, yesterday), startup(overview),
        ]
    }

    private func yesterdayNote(_ value: String) -> String { words[Message("overview.yesterday", ["value": value])] }

    /// Devices without a crash ÷ active devices: one device that crashes in a loop does not weigh more than another.
    private func crashFree(_ overview: Overview, _ today: StatisticsAudience, _ yesterday: StatisticsAudience) -> StatisticsKPI {
        func rate(_ crashes: CrashTotals, _ day: StatisticsAudience) -> Double? {
            StatisticsRate.of(crashes.devices, day.devices).map { max(0, 1 - $0) }
        }
        let (now, before) = (rate(overview.today, today), rate(overview.yesterday, yesterday))
        return kpi("crashFree", percent(now), points(now, before, more: .good), note: yesterdayNote(percent(before)))
    }

    private func startup(_ overview: Overview) -> StatisticsKPI {
        let (now, before) = (overview.startup.p90.value, overview.startupYesterday.p90.value)
        let delta = now.flatMap { change($0, before, more: .bad) }
        return kpi("startupToday", milliseconds(now), delta, note: yesterdayNote(milliseconds(before)))
    }

    /// Two lines of very different height share the axis, as their shapes are what is compared: crashes are drawn enlarged, and the line says so.
    fileprivate func chart(_ overview: Overview) -> SafeHTML {
        let items = overview.steps
        let factor = Self.factor(items.map(\.actives).max() ?? 0, items.map(\.crashes).max() ?? 0)
        return chart(
            "activity",
            words["overview.chart"],
            .count,
            [
                Chart.Series(words["overview.actives"], items.map { Double($0.actives) }, style: 1, area: true),
                Chart.Series(words["overview.crashes"], items.map { Double($0.crashes) }, style: 2, enlarged: factor),
            ],
            receivedAt: overview.receivedAt
        )
    }

    /// The power of ten that brings the crashes up to a fair part of the height.
    private static func factor(_ actives: Int, _ crashes: Int) -> Int {
        guard crashes > 0 else { return 1 }
        return [1_000, 100, 10].first { crashes * $0 <= actives } ?? 1
    }
}

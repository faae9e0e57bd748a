import Foundation
import HTTPTypes
import Hummingbird
import Web

/// 闪退统计: what the page shows beside its JSON.
struct CrashPage: Codable, Sendable {
    let bar: StatisticsBar
    let empty: StatisticsEmptiness
    /// Something ran, and nothing crashed.
    let calm: Bool
    let start: StatisticsStart
    let kpis: [StatisticsKPI]
    /// The rates, each with what it divides by.
    let shares: [StatisticsShareRow]
    /// The days that devices and users are counted on.
    let shareDays: String
    let chart: SafeHTML
    let step: String
    let minutes: CrashMinutes
    let csv: String
    /// Where the page listens for news; nil when it does not.
    let live: String?
}

extension StatisticsRoutes {
    @Sendable func crashes(_ query: StatisticsQuery, _ context: Context) async throws -> Reply<CrashStatistics, CrashPage> {
        let ask = try ask(query, context, counting: .minutes)
        let body = try await statistics.crashes(ask.filter, ask.range, compared: ask.compared, daysIn: ask.app.timeZone)
        return Reply.show(body) { try await crashPage(body, try await .marked(ask, catalogue, by: ledger)) }.inZone(ask.range.zone)
    }

    private func crashPage(_ body: CrashStatistics, _ writer: StatisticsWriter) async throws -> CrashPage {
        let ask = writer.ask
        let (minutes, firstDays) = try await (crashMinutes(writer), statistics.firstDays(ask.filter))
        let query = ask.context.filters
        let isOpen = ask.range.isOpen(now: ask.now)
        return CrashPage(
            bar: writer.bar(firstDays, receivedAt: body.receivedAt.value, completeUntil: body.completeUntil.value, whole: true),
            empty: StatisticsEmptiness(ask, isEmpty: body.totals.activity == StatisticsActivity(), body.receivedAt, firstDays),
            calm: body.totals.crashes == 0 && body.totals.actives > 0,
            start: StatisticsStart(ask.app, ask.context),
            kpis: writer.kpis(body),
            shares: writer.shares(body.rates),
            shareDays: writer.shareDays(body.rates),
            chart: writer.chart(body, firstDays),
            step: writer.stepName(ask.range.step),
            minutes: minutes,
            csv: "/apps/\(ask.app.id)/stats/crashes.csv" + (query.fields.isEmpty ? "" : "?\(query.encoded)"),
            live: isOpen && ask.query.refresh != .off ? "/apps/\(ask.app.id)/live" : nil
        )
    }
}

extension StatisticsWriter {
    fileprivate func kpis(_ body: CrashStatistics) -> [StatisticsKPI] {
        let now = body.totals
        let before = body.previous?.totals
        let perDevice = now.devices > 0 ? String(format: "%.1f", Double(now.crashes) / Double(now.devices)) : "-"
        return [
            kpi(
                "crashRate",
                percent(now.crashRate.value),
                points(now.crashRate.value, before?.crashRate.value, more: .bad),
                note: interval(now.activity),
                spark: spark(body.items, style: 2) { $0.crashRate.value }
            ),
            kpi(
                "crashes",
                count: now.crashes,
                change(now.crashes, before?.crashes, more: .bad),
                note: compared(before?.crashes),
                spark: spark(body.items, style: 2) { Double($0.crashes) }
            ),
            kpi(
                "crashedDevices",
                count: now.devices,
                change(now.devices, before?.devices, more: .bad),
                note: words[Message("statistics.kpi.perDevice", ["count": perDevice])]
            ),
            kpi("crashedUsers", count: now.users, change(now.users, before?.users, more: .bad), note: compared(before?.users)),
            kpi(
                "actives",
                count: now.actives,
                change(now.actives, before?.actives, more: .good),
                // Said in full where the figure itself is shortened.
                note: now.actives < 10_000 ? compared(before?.actives) : words[Message("statistics.kpi.times", ["count": number(now.actives)])],
                spark: spark(body.items, style: 1) { Double($0.actives) }
            ),
        ]
    }

    private func compared(_ before: Int?) -> String {
        before.map { words[Message("statistics.before", ["count": number($0)])] } ?? ""
    }

    private func spark(_ items: [CrashItem], style: Int, _ value: (CrashItem) -> Double?) -> SafeHTML {
        Sparkline.html(items.map { $0.time > ask.now ? nil : value($0) }, style: style)
    }

    fileprivate func chart(_ body: CrashStatistics, _ firstDays: [String: Int]) -> SafeHTML {
        let before = body.previous.map { Chart.Series(words["statistics.compare.previous"], $0.items.map(\.crashRate.value), style: 1, dashed: true) }
        let now = Chart.Series(words["statistics.compare.now"], body.items.map(\.crashRate.value), style: 2, area: true)
        return chart(
            "crash-rate",
            words["statistics.crashRate"],
            .percent,
            [now] + [before].compactMap { $0 },
            firstDays: firstDays,
            receivedAt: body.reach
        )
    }
}

import Foundation
import Web

/// 报活: what the page shows beside its JSON.
struct ActivesPage: Codable, Sendable {
    let bar: StatisticsBar
    let empty: StatisticsEmptiness
    let start: StatisticsStart
    let kpis: [StatisticsKPI]
    let steps: [StatisticsBar.Link]
    let step: String
    let actives: SafeHTML
    /// Devices and users by day; absent with finer steps.
    let audience: SafeHTML?
    /// Newest first, 60 at most.
    let rows: [Row]

    struct Row: Codable, Sendable {
        let time: Date
        let label: String
        let actives: Int
        let devices: OrNull<Int>
        let newDevices: OrNull<Int>
        let users: OrNull<Int>
        let bar: SafeHTML
    }
}

extension StatisticsRoutes {
    @Sendable func actives(_ query: StatisticsQuery, _ context: Context) async throws -> Reply<ActiveStatistics, ActivesPage> {
        let ask = try ask(query, context, counting: .days, standard: .thirtyDays)
        let body = try await statistics.actives(ask.filter, ask.range, daysIn: ask.app.timeZone)
        return Reply.show(body) { try await activesPage(body, try await .marked(ask, catalogue, by: ledger)) }.inZone(ask.range.zone)
    }

    private func activesPage(_ body: ActiveStatistics, _ writer: StatisticsWriter) async throws -> ActivesPage {
        let ask = writer.ask
        let firstDays = try await statistics.firstDays(ask.filter)
        let isEmpty = body.totals.actives == 0 && body.totals.devicesPerDay.value == nil
        return ActivesPage(
            bar: writer.bar(firstDays, receivedAt: body.receivedAt.value, completeUntil: body.completeUntil.value),
            empty: StatisticsEmptiness(ask, isEmpty: isEmpty, body.receivedAt, firstDays),
            start: StatisticsStart(ask.app, ask.context),
            kpis: writer.kpis(body),
            steps: writer.steps([.hour, .day]),
            step: writer.stepName(ask.range.step),
            actives: writer.actives(body, firstDays),
            audience: ask.range.step == .day ? writer.audience(body, firstDays) : nil,
            rows: writer.rows(body, firstDays)
        )
    }
}

extension StatisticsWriter {
    fileprivate func kpis(_ body: ActiveStatistics) -> [StatisticsKPI] {
        let totals = body.totals
        let past = body.items.filter { $0.time <= ask.now }
        return [
            kpi(
                "actives",
                count: totals.actives,
                note: words[Message("statistics.kpi.times", ["count": number(totals.actives)])],
                spark: Sparkline.html(past.map { Double($0.actives) }, style: 1)
            ),
            kpi(
                "devicesPerDay",
                totals.devicesPerDay.value.map(formatter.short) ?? "-",
                note: words["statistics.kpi.mean"],
                spark: Sparkline.html(past.map { $0.devices.value.map(Double.init) }, style: 1)
            ),
            kpi(
                "usersPerDay",
                totals.usersPerDay.value.map(formatter.short) ?? "-",
                note: words["statistics.kpi.mean"],
                spark: Sparkline.html(past.map { $0.users.value.map(Double.init) }, style: 3)
            ),
            kpi(
                "newDevices",
                ask.filter.version == nil ? formatter.short(Double(totals.newDevices)) : "-",
                note: words[ask.filter.version == nil ? "statistics.kpi.newDevices.note" : "statistics.kpi.newDevices.versions"],
                spark: Sparkline.html(past.map { $0.newDevices.value.map(Double.init) }, style: 4)
            ),
        ]
    }

    fileprivate func actives(_ body: ActiveStatistics, _ firstDays: [String: Int]) -> SafeHTML {
        let series = Chart.Series(words["statistics.actives"], body.items.map { Double($0.actives) }, style: 1, area: true)
        return chart("actives", words["statistics.actives"], .count, [series], firstDays: firstDays, receivedAt: body.reach)
    }

    fileprivate func audience(_ body: ActiveStatistics, _ firstDays: [String: Int]) -> SafeHTML {
        func series(_ key: String, style: Int, _ value: (ActiveItem) -> Int?) -> Chart.Series {
            Chart.Series(words["statistics.\(key)"], body.items.map { value($0).map(Double.init) }, style: style)
        }
        let all = [series("devices", style: 1) { $0.devices.value }, series("users", style: 3) { $0.users.value }]
        let new = ask.filter.version == nil ? [series("newDevices", style: 4) { $0.newDevices.value }] : []
        return chart("audience", words["statistics.audience"], .count, all + new, firstDays: firstDays, receivedAt: body.reach)
    }

    fileprivate func rows(_ body: ActiveStatistics, _ firstDays: [String: Int]) -> [ActivesPage.Row] {
        let origin = origin(firstDays) ?? .distantPast
        let past = body.items.filter { $0.time <= ask.now && $0.time >= origin }.suffix(60)
        let highest = past.map(\.actives).max() ?? 0
        return past.reversed().map { item in
            ActivesPage.Row(
                time: item.time,
                label: ask.range.step == .day ? formatter.date(item.time) : time(item.time),
                actives: item.actives,
                devices: item.devices,
                newDevices: ask.filter.version == nil ? item.newDevices : OrNull(nil),
                users: item.users,
                bar: Bars.bar(StatisticsRate.of(item.actives, highest), style: 1)
            )
        }
    }
}

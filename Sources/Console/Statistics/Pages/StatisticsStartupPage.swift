import Foundation
import Web

/// 启动耗时: what the page shows beside its JSON.
struct StartupPage: Codable, Sendable {
    let bar: StatisticsBar
    let empty: StatisticsEmptiness
    let start: StatisticsStart
    let kpis: [StatisticsKPI]
    let step: String
    /// The time that nine starts out of ten do not exceed.
    let chart: SafeHTML
    let rows: [Row]

    struct Row: Codable, Sendable {
        let name: String
        let first: DurationFigures
        let other: DurationFigures
        let bar: SafeHTML
    }
}

extension StatisticsRoutes {
    @Sendable func startup(_ query: StatisticsQuery, _ context: Context) async throws -> Reply<StartupStatistics, StartupPage> {
        let ask = try ask(query, context, counting: .quarters, standard: .sevenDays)
        let body = try await statistics.startup(ask.filter, ask.range)
        return Reply.show(body) { try await startupPage(body, try await .marked(ask, catalogue, by: ledger)) }.inZone(ask.range.zone)
    }

    private func startupPage(_ body: StartupStatistics, _ writer: StatisticsWriter) async throws -> StartupPage {
        let ask = writer.ask
        let firstDays = try await statistics.firstDays(ask.filter)
        return StartupPage(
            bar: writer.bar(firstDays, receivedAt: body.receivedAt.value, completeUntil: body.completeUntil.value),
            empty: StatisticsEmptiness(ask, isEmpty: body.versions.isEmpty, body.receivedAt, firstDays),
            start: StatisticsStart(ask.app, ask.context),
            kpis: writer.kpis(body),
            step: writer.stepName(ask.range.step),
            chart: writer.chart(body, firstDays),
            rows: writer.rows(body)
        )
    }
}

extension StatisticsWriter {
    fileprivate func kpis(_ body: StartupStatistics) -> [StatisticsKPI] {
        figures("first", body.totals.first, body.items.map { $0.first.p90.value }, style: 4)
            + figures("other", body.totals.other, body.items.map { $0.other.p90.value }, style: 1)
    }

    private func figures(_ kind: String, _ figures: DurationFigures, _ trend: [Int?], style: Int) -> [StatisticsKPI] {
        [
            kpi("\(kind).p50", milliseconds(figures.p50.value), note: words[Message("statistics.kpi.starts", ["count": number(figures.count)])]),
            kpi(
                "\(kind).p90",
                milliseconds(figures.p90.value),
                note: words[Message("statistics.kpi.p99", ["value": milliseconds(figures.p99.value)])],
                spark: Sparkline.html(trend.map { $0.map(Double.init) }, style: style)
            ),
        ]
    }

    fileprivate func chart(_ body: StartupStatistics, _ firstDays: [String: Int]) -> SafeHTML {
        let first = Chart.Series(words["statistics.startup.first"], body.items.map { $0.first.p90.value.map(Double.init) }, style: 4)
        let other = Chart.Series(words["statistics.startup.other"], body.items.map { $0.other.p90.value.map(Double.init) }, style: 1)
        return chart(
            "startup",
            words["statistics.startup.p90"],
            .milliseconds,
            [other, first],
            firstDays: firstDays,
            receivedAt: body.reach
        )
    }

    fileprivate func rows(_ body: StartupStatistics) -> [StartupPage.Row] {
        let highest = body.versions.compactMap(\.other.p90.value).max() ?? 0
        return body.versions.prefix(60).map { version in
            StartupPage.Row(
                name: name(ofVersion: version.version),
                first: version.first,
                other: version.other,
                bar: Bars.bar(version.other.p90.value.flatMap { StatisticsRate.of($0, highest) }, style: 1)
            )
        }
    }
}

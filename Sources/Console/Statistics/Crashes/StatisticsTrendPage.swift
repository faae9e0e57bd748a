import Foundation
import Web

/// 闪退趋势: what the page shows beside its JSON.
struct TrendPage: Codable, Sendable {
    let bar: StatisticsBar
    let empty: StatisticsEmptiness
    let start: StatisticsStart
    let steps: [StatisticsBar.Link]
    /// Crash rate by version.
    let rates: SafeHTML
    /// Crashes of all versions together.
    let crashes: SafeHTML
    let step: String
    let versions: [Row]

    struct Row: Codable, Sendable {
        let name: String
        /// The crash statistics of this version.
        let href: String
        let crashes: Int
        let actives: Int
        let crashRate: OrNull<Double>
        let interval: String
        let worse: Bool
        let bar: SafeHTML
    }
}

extension StatisticsRoutes {
    @Sendable func trend(_ query: StatisticsQuery, _ context: Context) async throws -> Reply<CrashTrend, TrendPage> {
        let ask = try ask(query, context, counting: .minutes, standard: .sevenDays)
        guard ask.range.length / ask.range.step.seconds <= Double(Statistics.trendLimit) else {
            throw Problem.invalid("from", "statistics.range.long", ["limit": "\(Statistics.trendLimit)"])
        }
        let body = try await statistics.crashTrend(ask.filter, ask.range)
        return Reply.show(body) { try await trendPage(body, try await .marked(ask, catalogue, by: ledger)) }.inZone(ask.range.zone)
    }

    private func trendPage(_ body: CrashTrend, _ writer: StatisticsWriter) async throws -> TrendPage {
        let ask = writer.ask
        let firstDays = try await statistics.firstDays(ask.filter)
        return TrendPage(
            bar: writer.bar(firstDays, receivedAt: body.receivedAt.value, completeUntil: body.completeUntil.value),
            empty: StatisticsEmptiness(ask, isEmpty: body.items.isEmpty, body.receivedAt, firstDays),
            start: StatisticsStart(ask.app, ask.context),
            steps: writer.steps([.hour, .day]),
            rates: writer.rates(body, firstDays),
            crashes: writer.crashes(body, firstDays),
            step: writer.stepName(ask.range.step),
            versions: writer.rows(body)
        )
    }
}

extension StatisticsWriter {
    /// Links that cut the same range otherwise.
    func steps(_ steps: [StatisticsQuery.Step]) -> [StatisticsBar.Link] {
        steps.map { step in
            .init(
                name: words["statistics.by.\(step.rawValue)"],
                href: ask.context.link(ask.context.query.setting("cursor", nil).setting("step", step.rawValue)),
                current: step.step == ask.range.step
            )
        }
    }

    /// The five versions most in use; more lines than that cannot be told apart.
    fileprivate func rates(_ body: CrashTrend, _ firstDays: [String: Int]) -> SafeHTML {
        let series = body.items.prefix(5).enumerated().map { index, version in
            Chart.Series(name(ofVersion: version.version), version.items.map(\.crashRate.value), style: index + 1)
        }
        return chart(
            "version-rates",
            words["statistics.crashRate"],
            .percent,
            series,
            firstDays: firstDays,
            receivedAt: body.reach
        )
    }

    fileprivate func crashes(_ body: CrashTrend, _ firstDays: [String: Int]) -> SafeHTML {
        let series = Chart.Series(words["statistics.crashes"], body.all.map { Double($0.crashes) }, style: 2, area: true)
        return chart("crash-counts", words["statistics.crashes"], .count, [series], firstDays: firstDays, receivedAt: body.reach)
    }

    fileprivate func rows(_ body: CrashTrend) -> [TrendPage.Row] {
        let highest = body.items.compactMap(\.crashRate.value).max() ?? 0
        let query = ask.context.query.setting("step", nil).setting("cursor", nil)
        return body.items.map { version in
            TrendPage.Row(
                name: name(ofVersion: version.version),
                href: crashes(of: version.version, query),
                crashes: version.crashes,
                actives: version.actives,
                crashRate: version.crashRate,
                interval: bounds(version.activity) ?? "-",
                worse: version.worse,
                bar: Bars.bar(version.crashRate.value.map { highest > 0 ? $0 / highest : 0 }, style: 2)
            )
        }
    }

    private func crashes(of version: String, _ query: Form) -> String {
        let query = query.setting("version", version.isEmpty ? nil : version)
        return "/apps/\(ask.app.id)/crashes" + (query.fields.isEmpty ? "" : "?\(query.encoded)")
    }
}

import Foundation
import Web

/// One operation: what the page shows beside its JSON.
struct GatewayOperationPage: Codable, Sendable {
    let name: String
    /// Where it is set up, when it is passed on.
    let upstream: String?
    let bar: StatisticsBar
    let empty: GatewayEmptiness
    let kpis: [StatisticsKPI]
    let step: String
    let chart: SafeHTML
    let gatewayStep: String
    let gatewayChart: SafeHTML
    /// Empty when no call was passed on.
    let upstreamChart: SafeHTML
    let versionRows: [VersionRow]
    let codeRows: [GatewayCodeRow]
    /// The latest failures of this operation.
    let failures: String

    struct VersionRow: Codable, Sendable {
        let platform: Platform
        let name: String
        let calls: Int
        let errors: Int
        let errorRate: OrNull<Double>
        let failing: Bool
        let gateway: String
        let bar: SafeHTML
    }

    /// - Parameter versions: to choose from.
    init(_ body: GatewayOperationStatistics, upstream: String?, _ versions: [String: Int], _ writer: StatisticsWriter) {
        name = writer.name(ofOperation: body.operation)
        self.upstream = upstream
        bar = writer.bar(versions, receivedAt: nil)
        empty = GatewayEmptiness(writer.ask, isEmpty: body.totals.calls == 0)
        kpis = writer.kpis(body.totals, note: writer.words["gateway.kpi.thisOperation"])
        step = writer.stepName(writer.ask.range.step)
        chart = writer.chart(body.items)
        gatewayStep = writer.stepName(writer.ask.range.inQuarters.step)
        gatewayChart = writer.gatewayChart(body.durations)
        upstreamChart = body.totals.upstreamMilliseconds.count == 0 ? .empty : writer.upstreamChart(body.durations)
        versionRows = writer.rows(body.versions)
        codeRows = writer.rows(body.codes, operation: body.operation)
        failures = "/apps/\(writer.ask.app.id)/gateway/failures?\(Form([("operation", body.operation)]).encoded)"
    }
}

extension StatisticsWriter {
    fileprivate func gatewayChart(_ items: [GatewayDurationItem]) -> SafeHTML {
        chart("gateway-time", words["gateway.chart.gateway"], .count, series(items.map(\.gatewayMicroseconds)), times: items.map(\.time))
    }

    fileprivate func upstreamChart(_ items: [GatewayDurationItem]) -> SafeHTML {
        chart("upstream-time", words["gateway.chart.upstream"], .milliseconds, series(items.map(\.upstreamMilliseconds)), times: items.map(\.time))
    }

    private func series(_ figures: [DurationFigures]) -> [Chart.Series] {
        [
            Chart.Series("P50", figures.map { $0.p50.value.map(Double.init) }, style: 1),
            Chart.Series("P90", figures.map { $0.p90.value.map(Double.init) }, style: 4),
            Chart.Series("P99", figures.map { $0.p99.value.map(Double.init) }, style: 5),
        ]
    }

    fileprivate func rows(_ versions: [GatewayVersionItem]) -> [GatewayOperationPage.VersionRow] {
        let most = versions.first?.calls ?? 0
        return versions.prefix(60).map { version in
            GatewayOperationPage.VersionRow(
                platform: version.platform,
                name: name(ofVersion: version.version),
                calls: version.calls,
                errors: version.errors,
                errorRate: version.errorRate,
                failing: (version.errorRate.value ?? 0) > 0.01,
                gateway: microseconds(version.gatewayMicroseconds.value.map { Int($0.rounded()) }),
                bar: Bars.bar(StatisticsRate.of(version.calls, most), style: 1)
            )
        }
    }
}

import Foundation
import Web

/// 网关: what the page shows beside its JSON.
struct GatewayRankingPage: Codable, Sendable {
    let bar: StatisticsBar
    let empty: GatewayEmptiness
    let kpis: [StatisticsKPI]
    let step: String
    let chart: SafeHTML
    let columns: [Column]
    let rows: [GatewayRankRow]
    let codeRows: [GatewayCodeRow]

    /// A column one can rank by.
    struct Column: Codable, Sendable {
        let name: String
        let href: String
        /// As `aria-sort` wants it.
        let sort: String
    }

    /// - Parameter versions: to choose from.
    init(_ body: GatewayRanking, by order: GatewayOrder, _ versions: [String: Int], _ writer: StatisticsWriter) {
        bar = writer.bar(versions, receivedAt: nil)
        empty = GatewayEmptiness(writer.ask, isEmpty: body.items.isEmpty)
        kpis = writer.kpis(body.totals, note: writer.operations(body.totals.operations))
        step = writer.stepName(writer.ask.range.step)
        chart = writer.chart(body.steps)
        columns = writer.columns(order)
        rows = writer.rows(body.items, by: order)
        codeRows = writer.rows(body.codes, operation: nil)
    }
}

/// One operation of a ranking.
struct GatewayRankRow: Codable, Sendable {
    let rank: Int
    let name: String
    let href: String
    let item: GatewayRank
    let time: String
    let bytes: Int
    /// P50, P90 and P99 in milliseconds.
    let gateway: String
    let upstream: String
    /// More than 1 % of the calls failed.
    let failing: Bool
    /// Beside the first of the ranking.
    let bar: SafeHTML
}

extension StatisticsWriter {
    func rows(_ items: [GatewayRank], by order: GatewayOrder) -> [GatewayRankRow] {
        let highest = items.first?.weight(order) ?? 0
        return items.prefix(60).enumerated().map { place, item in
            GatewayRankRow(
                rank: place + 1,
                name: name(ofOperation: item.operation),
                href: link(toOperation: item.operation),
                item: item,
                time: microseconds(item.totalMicroseconds),
                bytes: item.bytes,
                gateway: cell(item.gatewayMicroseconds, unit: 1_000),
                upstream: cell(item.upstreamMilliseconds, unit: 1),
                failing: (item.errorRate.value ?? 0) > 0.01,
                bar: Bars.bar(StatisticsRate.of(item.weight(order), highest), style: 1)
            )
        }
    }

    /// - Parameter note: under the number of calls.
    func kpis(_ totals: GatewayTotals, note: String) -> [StatisticsKPI] {
        [
            kpi("calls", count: totals.calls, note: note),
            kpi("errorRate", percent(totals.errorRate.value), note: words[Message("statistics.kpi.errors", ["count": number(totals.errors)])]),
            StatisticsKPI(
                name: words["gateway.kpi.gateway"],
                value: microseconds(totals.gatewayMicroseconds.p90.value),
                note: words[Message("statistics.kpi.p99", ["value": microseconds(totals.gatewayMicroseconds.p99.value)])]
            ),
            StatisticsKPI(
                name: words["gateway.kpi.upstream"],
                value: milliseconds(totals.upstreamMilliseconds.p90.value),
                note: words[Message("statistics.kpi.p99", ["value": milliseconds(totals.upstreamMilliseconds.p99.value)])]
            ),
            kpi("traffic", formatter.bytes(Double(totals.requestBytes + totals.responseBytes)), note: words["statistics.kpi.traffic.note"]),
        ]
    }

    fileprivate func operations(_ count: Int) -> String { words[Message("statistics.kpi.operations", ["count": number(count)])] }

    fileprivate func columns(_ chosen: GatewayOrder) -> [GatewayRankingPage.Column] {
        GatewayOrder.allCases.map { order in
            GatewayRankingPage.Column(
                name: words["gateway.sort.\(order.rawValue)"],
                href: ask.context.link(ask.context.query.setting("sort", order.rawValue)),
                sort: order == chosen ? "descending" : "none"
            )
        }
    }
}

extension StatisticsKPI {
    /// A figure that is compared with nothing.
    fileprivate init(name: String, value: String, note: String) {
        self.init(name: name, value: value, exact: value, delta: nil, note: note, spark: .empty)
    }
}

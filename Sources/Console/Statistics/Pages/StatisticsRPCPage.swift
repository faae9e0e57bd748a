import Foundation
import Web

/// RPC 排行: what the page shows beside its JSON.
struct RPCPage: Codable, Sendable {
    let bar: StatisticsBar
    let empty: StatisticsEmptiness
    let start: StatisticsStart
    let kpis: [StatisticsKPI]
    let columns: [Column]
    let rows: [Row]

    /// A column one can rank by.
    struct Column: Codable, Sendable {
        let name: String
        let href: String
        /// As `aria-sort` wants it.
        let sort: String
    }

    struct Row: Codable, Sendable {
        let rank: Int
        let item: RPCItem
        let bytes: Int
        /// More than 1 % of the calls failed.
        let failing: Bool
        /// Beside the first of the ranking.
        let bar: SafeHTML

        /// - Parameter highest: the first of the ranking.
        init(rank: Int, _ item: RPCItem, highest: Int, by order: RPCOrder) {
            self.rank = rank
            self.item = item
            bytes = item.bytes
            failing = (item.errorRate.value ?? 0) > 0.01
            bar = Bars.bar(StatisticsRate.of(item.weight(order), highest), style: 1)
        }
    }
}

extension StatisticsRoutes {
    @Sendable func rpc(_ query: StatisticsQuery, _ context: Context) async throws -> Reply<RPCStatistics, RPCPage> {
        let ask = try ask(query, context, counting: .quarters)
        let body = try await statistics.rpc(ask.filter, ask.range, by: query.sort ?? .calls)
        return Reply.show(body) { try await rpcPage(body, StatisticsWriter(ask, catalogue)) }.inZone(ask.range.zone)
    }

    private func rpcPage(_ body: RPCStatistics, _ writer: StatisticsWriter) async throws -> RPCPage {
        let ask = writer.ask
        let firstDays = try await statistics.firstDays(ask.filter)
        return RPCPage(
            bar: writer.bar(firstDays, receivedAt: body.receivedAt.value, completeUntil: body.completeUntil.value),
            empty: StatisticsEmptiness(ask, isEmpty: body.items.isEmpty, body.receivedAt, firstDays),
            start: StatisticsStart(ask.app, ask.context),
            kpis: writer.kpis(body),
            columns: writer.columns(),
            rows: writer.rows(body)
        )
    }
}

extension StatisticsWriter {
    fileprivate func kpis(_ body: RPCStatistics) -> [StatisticsKPI] {
        let totals = body.totals
        return [
            kpi("calls", count: totals.calls, note: words[Message("statistics.kpi.operations", ["count": number(totals.operations)])]),
            kpi("errorRate", percent(totals.errorRate.value), note: words[Message("statistics.kpi.errors", ["count": number(totals.errors)])]),
            kpi("traffic", formatter.bytes(Double(totals.bytes)), note: words["statistics.kpi.traffic.note"]),
        ]
    }

    fileprivate func columns() -> [RPCPage.Column] {
        let chosen = ask.query.sort ?? .calls
        return RPCOrder.allCases.map { order in
            RPCPage.Column(
                name: words["statistics.rpc.\(order.rawValue)"],
                href: ask.context.link(ask.context.query.setting("sort", order.rawValue)),
                sort: order == chosen ? "descending" : "none"
            )
        }
    }

    fileprivate func rows(_ body: RPCStatistics) -> [RPCPage.Row] {
        let order = ask.query.sort ?? .calls
        let highest = body.items.first?.weight(order) ?? 0
        return body.items.prefix(60).enumerated().map { RPCPage.Row(rank: $0 + 1, $1, highest: highest, by: order) }
    }
}

extension RPCItem {
    fileprivate func weight(_ order: RPCOrder) -> Int {
        switch order {
        case .calls: calls
        case .time: milliseconds
        case .traffic: bytes
        }
    }
}

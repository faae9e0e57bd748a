import Foundation
import Web

/// Why a page of the gateway has nothing to show; at most one of them holds.
struct GatewayEmptiness: Codable, Sendable {
    /// A filter leaves nothing.
    let narrowed: Bool
    /// There were no calls in this range.
    let quiet: Bool
    /// There were some after all.
    let filled: Bool

    init(_ ask: StatisticsAsk, isEmpty: Bool) {
        narrowed = isEmpty && ask.query.isNarrowed
        quiet = isEmpty && !ask.query.isNarrowed
        filled = !isEmpty
    }
}

/// Calls that failed in one way.
struct GatewayCodeRow: Codable, Sendable {
    let item: GatewayCodeItem
    let href: String
    let bar: SafeHTML
}

extension StatisticsWriter {
    /// An operation, or the word for all that the console does not know.
    func name(ofOperation name: String) -> String { name == GatewayRecord.unknown ? words["gateway.unknownOperation"] : name }

    /// Where an operation has its page, with the range and filters of this one.
    func link(toOperation name: String) -> String {
        let query = ask.context.query.setting("sort", nil)
        let path = "/apps/\(ask.app.id)/gateway/operations/\(name)"
        return query.fields.isEmpty ? path : "\(path)?\(query.encoded)"
    }

    /// `318 µs`; from a millisecond on `1.2 ms`.
    func microseconds(_ value: Int?) -> String {
        guard let value else { return "-" }
        switch value {
        case ..<1_000: return "\(value) µs"
        case ..<100_000: return "\(String(format: "%.1f", Double(value) / 1_000)) ms"
        default: return formatter.milliseconds(Double(value) / 1_000)
        }
    }

    /// P50, P90 and P99 in one cell, in milliseconds: `0.21 / 0.56 / 1.8`.
    /// - Parameter unit: of the figures, in parts of a millisecond.
    func cell(_ figures: DurationFigures, unit: Double) -> String {
        guard figures.count > 0 else { return "-" }
        return [figures.p50, figures.p90, figures.p99].map { $0.value.map { brief(Double($0) / unit) } ?? "-" }.joined(separator: " / ")
    }

    private func brief(_ milliseconds: Double) -> String {
        milliseconds < 10 && milliseconds.rounded() != milliseconds
            ? String(format: milliseconds < 1 ? "%.2f" : "%.1f", milliseconds) : formatter.number(milliseconds)
    }

    /// - Parameter operation: whose failures the rows lead to; nil for all.
    func rows(_ codes: [GatewayCodeItem], operation: String?) -> [GatewayCodeRow] {
        let most = codes.first?.calls ?? 0
        return codes.map { code in
            let query = Form([("status", "\(code.status)")]).setting("operation", operation)
            return GatewayCodeRow(
                item: code,
                href: "/apps/\(ask.app.id)/gateway/failures?\(query.encoded)",
                bar: Bars.bar(StatisticsRate.of(code.calls, most), style: 2)
            )
        }
    }

    /// Calls and errors, step by step.
    func chart(_ items: [GatewayItem]) -> SafeHTML {
        chart(
            "gateway-calls",
            words["gateway.chart"],
            .count,
            [
                Chart.Series(words["gateway.calls"], items.map { Double($0.calls) }, style: 1, area: true),
                Chart.Series(words["gateway.errors"], items.map { Double($0.errors) }, style: 2),
            ],
            // The step under way is not over.
            receivedAt: ask.now
        )
    }
}

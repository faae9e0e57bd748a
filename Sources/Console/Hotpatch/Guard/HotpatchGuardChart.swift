import Foundation
import Web

/// Evidence over time as a picture, in powers of ten, with the line at which the guard halts.
struct HotpatchGuardChart {
    let words: Catalogue.Words
    let reader: Reader

    /// Nothing below it is told apart: evidence that a patch does no harm can fall without end.
    private static let floor = 0.0

    func html(_ view: HotpatchGuardView, _ marks: LedgerMarks) -> SafeHTML {
        guard view.series.count > 1 else { return .empty }
        let formatter = reader.formatter(words)
        let values = view.series.map { max(Self.floor, log10(max($0.evidence, 1))) }
        let limit = log10(view.threshold)
        let chart = Chart(
            id: "hotpatch-guard",
            title: words["hotpatch.watch.chart"],
            description: words[Message("hotpatch.watch.chart.description", ["evidence": HotpatchGuardPanel.digits(view.evidence, formatter)])],
            unit: .count,
            times: view.series.map(\.at),
            series: [
                Chart.Series(words["hotpatch.watch.chart.threshold"], values.map { _ in limit }, style: 6, dashed: true),
                Chart.Series(words["hotpatch.watch.evidence"], values, style: 2, area: true),
            ],
            markers: marks.markers(words),
            rest: marks.rest(words),
            zone: reader.zone
        )
        func moment(_ time: Date, _ gap: TimeInterval) -> String {
            if gap == 0 { return formatter.datetime(time) }
            return gap >= 86_400 ? String(formatter.date(time).dropFirst(5)) : formatter.minute(time)
        }
        return chart.html(words: ChartWords(words), number: { Self.power($0, formatter) }, time: moment)
    }

    /// 0 is 1, 1 is 10, 2 is 100.
    private static func power(_ exponent: Double, _ formatter: ReaderFormatter) -> String {
        HotpatchGuardPanel.digits(pow(10, exponent), formatter)
    }
}

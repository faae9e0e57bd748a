import Foundation
import Web

/// Puts the figures of one question into words, numbers and pictures for its reader.
struct StatisticsWriter: Sendable {
    let ask: StatisticsAsk
    let words: Catalogue.Words
    /// In the zone of the range.
    let formatter: Web.Formatter

    init(_ ask: StatisticsAsk, _ catalogue: Catalogue) {
        self.ask = ask
        let reader = ask.context.reader
        words = catalogue[reader.language]
        formatter = Web.Formatter(language: reader.language, zone: ask.range.zone, now: reader.now)
    }

    /// `2026-11-21 13:55`
    func time(_ date: Date) -> String { "\(formatter.date(date)) \(formatter.minute(date))" }

    func name(of platform: Platform) -> String { words["labels.platform.\(platform.rawValue)"] }

    /// A version, or the word for an unknown one.
    func name(ofVersion version: String) -> String { version.isEmpty ? words["statistics.unknown"] : version }

    func stepName(_ step: StatisticsStep) -> String {
        switch step {
        case .minute: words["statistics.step.minute"]
        case .hour: words["statistics.step.hour"]
        case .day: words["statistics.step.day"]
        case .minutes(let count): words[Message("statistics.step.minutes", ["count": "\(count)"])]
        }
    }

    func percent(_ rate: Double?) -> String { rate.map(formatter.percent) ?? "-" }
    func number(_ count: Int) -> String { formatter.number(Double(count)) }
    func milliseconds(_ count: Int?) -> String { count.map { formatter.milliseconds(Double($0)) } ?? "-" }

    // MARK: charts

    /// A chart over the steps of the range. Steps that have not begun yet are left out of every line, and those after the latest logs are hatched.
    /// - Parameters:
    ///   - title: names what is divided by what.
    ///   - receivedAt: when the latest logs arrived.
    func chart(
        _ id: String, _ title: String, _ unit: Chart.Unit, _ series: [Chart.Series], times: [Date]? = nil, markers: [Chart.Marker] = [],
        receivedAt: Date? = nil
    ) -> SafeHTML {
        let times = times ?? ask.range.starts
        let shown = series.map { masked($0, times) }
        let chart = Chart(
            id: id, title: title, description: summary(shown.first, times, unit), unit: unit, times: times, series: shown, markers: markers,
            incompleteFrom: receivedAt.flatMap { incomplete(after: $0, times) }, zone: ask.range.zone)
        return chart.html(words: chartWords, number: { write($0, unit) }, time: axisTime)
    }

    /// The period before is a period of the past: its values stand in full.
    private func masked(_ series: Chart.Series, _ times: [Date]) -> Chart.Series {
        guard !series.dashed else { return series }
        var masked = series
        masked.values = zip(times, series.values).map { $0 > ask.now ? nil : $1 }
        return masked
    }

    private func incomplete(after received: Date, _ times: [Date]) -> Date? {
        guard ask.range.to > received else { return nil }
        return times.last { $0 <= received } ?? times.first
    }

    /// The picture in a sentence, for those who do not see it.
    private func summary(_ series: Chart.Series?, _ times: [Date], _ unit: Chart.Unit) -> String {
        let points = zip(times, series?.values ?? []).compactMap { time, value in value.map { (time, $0) } }
        guard let low = points.min(by: { $0.1 < $1.1 }), let high = points.max(by: { $0.1 < $1.1 }) else { return words["layout.chart.empty"] }
        return words[
            Message(
                "statistics.chart.summary",
                ["name": series?.name ?? "", "low": write(low.1, unit), "lowAt": time(low.0), "high": write(high.1, unit), "highAt": time(high.0)])]
    }

    private var chartWords: ChartWords {
        ChartWords(
            table: words["layout.chart.table"], time: words["layout.chart.time"], incomplete: words["layout.chart.incomplete"],
            empty: words["layout.chart.empty"])
    }

    private func write(_ value: Double, _ unit: Chart.Unit) -> String {
        switch unit {
        case .count: value >= 1_000_000 ? formatter.short(value) : formatter.number(value)
        case .percent: formatter.percent(value)
        case .milliseconds: formatter.milliseconds(value)
        case .bytes: formatter.bytes(value)
        }
    }

    private func axisTime(_ date: Date, _ gap: TimeInterval) -> String {
        if gap == 0 { return time(date) }
        return gap >= 86_400 ? String(formatter.date(date).dropFirst(5)) : formatter.minute(date)
    }
}

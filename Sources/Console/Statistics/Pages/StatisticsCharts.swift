import Foundation
import Web

extension StatisticsWriter {
    /// A chart over the steps of the range. Steps before the app's first day and after now are left out of every line, those the logs have not
    /// reached yet are hatched; versions are marked where they appear, and changes when they were made.
    /// - Parameters:
    ///   - title: names what is divided by what.
    ///   - firstDays: of each version, counted from 1970-01-01 in the app's zone.
    ///   - receivedAt: how far the logs reach.
    func chart(
        _ id: String,
        _ title: String,
        _ unit: Chart.Unit,
        _ series: [Chart.Series],
        times: [Date]? = nil,
        firstDays: [String: Int] = [:],
        receivedAt: Date? = nil
    ) -> SafeHTML {
        let times = times ?? ask.range.starts
        let origin = origin(firstDays) ?? .distantPast
        let shown = series.map { masked($0, times, from: origin) }
        let chart = Chart(
            id: id,
            title: title,
            description: summary(shown.first, times, unit),
            unit: unit,
            times: times,
            series: shown,
            markers: releases(firstDays) + marks.markers(words),
            rest: marks.rest(words),
            incompleteFrom: receivedAt.flatMap { incomplete(after: $0, times) },
            zone: ask.range.zone
        )
        return chart.html(words: ChartWords(words), number: { write($0, unit) }, time: axisTime)
    }

    /// The period before is another time: its values stand in full.
    private func masked(_ series: Chart.Series, _ times: [Date], from origin: Date) -> Chart.Series {
        guard !series.dashed else { return series }
        var masked = series
        masked.values = zip(times, series.values).map { $0 > ask.now || $0 < origin ? nil : $1 }
        return masked
    }

    /// From the last step that is whole on: what follows it on the line leads to one that is not.
    private func incomplete(after received: Date, _ times: [Date]) -> Date? {
        guard ask.range.to > received, let open = times.lastIndex(where: { $0 <= received }) else { return nil }
        return times[max(0, open - 1)]
    }

    /// When the first day of the app began, as far as versions tell.
    func origin(_ firstDays: [String: Int]) -> Date? {
        firstDays.values.min().map(start(ofDay:))
    }

    /// A line where each version was first seen, the latest where there are many; the day is known, not the hour, so only ranges of several days show it.
    private func releases(_ firstDays: [String: Int]) -> [Chart.Marker] {
        guard ask.range.length > 2 * 86_400, let first = firstDays.values.min() else { return [] }
        let room = max(4, LedgerMarks.most - marks.shown.count)
        return firstDays.filter { $0.value > first }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.suffix(room).map { version, day in
            Chart.Marker(start(ofDay: day), words[Message("statistics.release", ["version": version])])
        }
    }

    /// When a day of the app's zone begins.
    private func start(ofDay day: Int) -> Date {
        let calendar = Calendar.days(in: ask.app.timeZone)
        let noon = Date(timeIntervalSince1970: Double(day) * 86_400 + 43_200)
        return calendar.startOfDay(for: noon.addingTimeInterval(-Double(ask.app.timeZone.secondsFromGMT(for: noon))))
    }

    /// The picture in a sentence, for those who do not see it.
    private func summary(_ series: Chart.Series?, _ times: [Date], _ unit: Chart.Unit) -> String {
        let points = zip(times, series?.values ?? []).compactMap { time, value in value.map { (time, $0) } }
        guard let low = points.min(by: { $0.1 < $1.1 }), let high = points.max(by: { $0.1 < $1.1 }) else { return words["layout.chart.empty"] }
        return words[
            Message(
                "statistics.chart.summary",
                ["name": series?.name ?? "", "low": write(low.1, unit), "lowAt": time(low.0), "high": write(high.1, unit), "highAt": time(high.0)]
            )
        ]
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

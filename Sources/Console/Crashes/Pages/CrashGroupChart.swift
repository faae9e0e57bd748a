import Foundation
import Web

/// The trend of a group as a picture: all its reports, the versions that most are of, and what was released meanwhile.
struct CrashGroupChart {
    let words: Catalogue.Words
    let reader: Reader

    /// More lines than that cannot be told apart.
    private static let mostVersions = 3
    private static let mostVersionMarkers = 6

    func html(_ trend: CrashGroupTrend, _ versions: [Chart.Marker], _ marks: LedgerMarks) -> SafeHTML {
        let (times, formatter) = (trend.items.map(\.time), reader.formatter(words))
        let total = Chart.Series(words["crashes.chart.all"], trend.items.map { Double($0.count) }, style: 2, area: true)
        let most = trend.versions.count > 1 ? trend.versions.prefix(Self.mostVersions) : []
        let lines = zip(most, [1, 3, 4]).map { version, style in
            Chart.Series(version, trend.items.map { item in Double(item.versions.first { $0.value == version }?.count ?? 0) }, style: style)
        }
        let chart = Chart(
            id: "crash-group",
            title: words["crashes.trend"],
            description: summary(trend, formatter),
            unit: .count,
            times: times,
            series: [total] + lines,
            markers: versions.suffix(Self.mostVersionMarkers) + marks.markers(words),
            rest: marks.rest(words),
            zone: reader.zone
        )
        func moment(_ time: Date, _ gap: TimeInterval) -> String {
            if gap == 0 { return trend.step >= 86_400 ? formatter.date(time) : "\(formatter.date(time)) \(formatter.minute(time))" }
            return gap >= 86_400 ? String(formatter.date(time).dropFirst(5)) : formatter.minute(time)
        }
        return chart.html(words: ChartWords(words), number: { formatter.number($0) }, time: moment)
    }

    /// When devices first had each version, within the trend.
    /// - Parameter firstDays: of each version, counted from 1970-01-01 in the app's zone.
    func versions(_ trend: CrashGroupTrend, firstDays: [String: Int], appZone: TimeZone) -> [Chart.Marker] {
        guard let start = trend.items.first?.time, let first = firstDays.values.min() else { return [] }
        // The first version of all was not released, but seen first.
        let markers = firstDays.filter { $0.value > first }.map { version, day in
            let noon = Date(timeIntervalSince1970: Double(day) * 86_400 + 43_200)
            let midnight = noon.addingTimeInterval(-43_200 - Double(appZone.secondsFromGMT(for: noon)))
            return Chart.Marker(midnight, words[Message("crashes.chart.version", ["version": version])])
        }
        return markers.filter { $0.time >= start }.sorted { $0.time < $1.time }
    }

    private func summary(_ trend: CrashGroupTrend, _ formatter: ReaderFormatter) -> String {
        guard let high = trend.items.max(by: { $0.count < $1.count }), high.count > 0 else { return words["crashes.chart.none"] }
        let total = trend.items.reduce(0) { $0 + $1.count }
        let arguments = [
            "total": formatter.number(Double(total)), "high": formatter.number(Double(high.count)), "highAt": formatter.date(high.time),
        ]
        return words[Message("crashes.chart.summary", arguments)]
    }
}

extension CrashGroupTrend {
    /// Those with most reports first.
    fileprivate var versions: [String] {
        var counts: [String: Int] = [:]
        for item in items { for version in item.versions where !version.value.isEmpty { counts[version.value, default: 0] += version.count } }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }
}

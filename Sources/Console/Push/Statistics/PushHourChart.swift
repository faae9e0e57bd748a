import Foundation
import Web

/// What became of a message by the hour, as a picture with its table.
struct PushHourChart {
    let words: Catalogue.Words
    let reader: Reader

    func html(_ statistics: PushStatistics, _ marks: LedgerMarks) -> SafeHTML {
        let hours = statistics.hours
        // One hour is no line: it stands in the table of the funnel.
        guard hours.count > 1 else { return .empty }
        let formatter = reader.formatter(words)
        func series(_ key: String, _ style: Int, _ value: (PushStatistics.Hour) -> Int) -> Chart.Series {
            Chart.Series(words[key], hours.map { Double(value($0)) }, style: style)
        }
        let chart = Chart(
            id: "push-hours",
            title: words["push.hours"],
            description: words[Message("push.hours.description", ["sent": "\(statistics.figures.sent)", "hours": "\(hours.count)"])],
            unit: .count,
            times: hours.map(\.time),
            series: [
                series("push.hours.sent", 1, \.sent), series("push.hours.failed", 2, \.failed), series("push.hours.unknown", 5, \.unknown),
                series("push.hours.skipped", 6, \.skipped), series("push.hours.arrived", 3, \.arrived), series("push.hours.opened", 4, \.opened),
            ],
            markers: marks.markers(words),
            rest: marks.rest(words),
            zone: reader.zone
        )
        func moment(_ time: Date, _ gap: TimeInterval) -> String {
            if gap == 0 { return formatter.datetime(time) }
            return gap >= 86_400 ? String(formatter.date(time).dropFirst(5)) : formatter.minute(time)
        }
        return chart.html(words: ChartWords(words), number: { formatter.number($0) }, time: moment)
    }
}

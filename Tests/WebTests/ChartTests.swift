import Foundation
import Testing

@testable import Web

struct ChartTests {
    private static let start = Date(timeIntervalSince1970: 1_795_190_400)  // 2026-11-21 00:00 in Shanghai
    private static let words = ChartWords(table: "Table", time: "Time", incomplete: "Incomplete", empty: "No data")

    @Test func drawsWideAndNarrowAndListsTheValues() {
        let html = render([Chart.Series("crashes", [1, 2, 3], style: 2, area: true)])
        #expect(html.hasPrefix("<figure class=\"chart\" id=\"c\"><svg class=\"plot wide\" viewBox=\"0 0 800 240\" role=\"img\""))
        #expect(count("<svg class=\"plot narrow\"", in: html) == 1)
        #expect(count("<tr>", in: html) == 4)
        #expect(html.contains("<td class=\"num\"><data value=\"2.0\">2.0</data></td>"))
        #expect(html.contains("<title id=\"c-wide-title\">Title</title><desc id=\"c-wide-desc\">Sentence</desc>"))
        #expect(!html.contains("style=\""))
    }

    @Test func aMissingValueIsAGap() {
        let html = render([Chart.Series("a", [1, 2, nil, 4, 5], style: 1)])
        #expect(count("class=\"line s1\"", in: html) == 4)  // two stretches in each of two drawings
        #expect(count("<td class=\"num\">-</td>", in: html) == 1)
    }

    @Test func aLoneValueIsADot() {
        let html = render([Chart.Series("a", [nil, 7, nil], style: 3)])
        #expect(count("<circle class=\"f3\"", in: html) == 2)
        #expect(!html.contains("class=\"line s3\""))
    }

    @Test(arguments: [[], [nil], [nil, nil, nil]] as [[Double?]])
    func saysWhenThereIsNothing(values: [Double?]) {
        let html = render([Chart.Series("a", values, style: 1)])
        #expect(count(">No data<", in: html) == 2)
        #expect(html.contains("<details") == !values.isEmpty)
    }

    @Test(arguments: [1, 2]) func drawsFewPoints(points: Int) {
        let html = render([Chart.Series("a", Array(repeating: 5, count: points), style: 1)])
        #expect(!html.contains("nan") && !html.contains("inf"))
        #expect(!html.contains(">No data<"))
    }

    @Test func valuesThatAreNoNumbersAreGaps() {
        let html = render([Chart.Series("a", [1, .nan, .infinity, 2], style: 1)])
        #expect(!html.contains("nan") && !html.contains("inf"))
    }

    @Test func escapesEveryWord() {
        let evil = "<\"\u{200D}&'>"
        let chart = Chart(
            id: "c",
            title: evil,
            description: evil,
            unit: .count,
            times: times(2),
            series: [Chart.Series(evil, [1, 2], style: 1)],
            markers: [Chart.Marker(Self.start, evil)],
            zone: .gmt
        )
        let html = chart.html(words: Self.words, number: { _ in evil }, time: { _, _ in evil }).html
        #expect(!html.contains("<\""))
        #expect(!html.unicodeScalars.contains("'"))
        #expect(html.contains("&lt;&quot;\u{200D}&amp;&#39;&gt;"))
    }

    @Test func hatchesWhatIsIncompleteAndSaysSo() {
        let chart = Chart(
            id: "c",
            title: "Title",
            description: "",
            unit: .count,
            times: times(5),
            series: [Chart.Series("a", [1, 2, 3, 4, 5], style: 1)],
            incompleteFrom: Self.start + 10_800,
            zone: .gmt
        )
        let html = chart.html(words: Self.words, number: { "\($0)" }, time: { _, _ in "t" }).html
        #expect(html.contains("fill=\"url(#c-wide-hatch)\""))
        #expect(html.contains("<p class=\"muted small\">Incomplete</p>"))
    }

    @Test func seriesAreCutOrFilledToTheTimes() {
        let chart = Chart(
            id: "c",
            title: "",
            description: "",
            unit: .count,
            times: times(3),
            series: [Chart.Series("long", [1, 2, 3, 4], style: 1), Chart.Series("short", [1], style: 9)],
            zone: .gmt
        )
        #expect(chart.series.map(\.values) == [[1, 2, 3], [1, nil, nil]])
        #expect(chart.series[1].style == 6)
    }

    private func render(_ series: [Chart.Series]) -> String {
        let chart = Chart(
            id: "c",
            title: "Title",
            description: "Sentence",
            unit: .count,
            times: times(series[0].values.count),
            series: series,
            zone: .gmt
        )
        return chart.html(words: Self.words, number: { "\($0)" }, time: { date, _ in "\(Int(date.timeIntervalSince1970))" }).html
    }

    private func times(_ count: Int) -> [Date] {
        (0..<count).map { Self.start + Double($0) * 3600 }
    }

    private func count(_ part: String, in text: String) -> Int {
        text.components(separatedBy: part).count - 1
    }
}

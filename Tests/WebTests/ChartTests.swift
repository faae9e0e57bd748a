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

    @Test func whatHappenedIsListedInOrderWithItsLinks() throws {
        var chart = Chart(
            id: "c",
            title: "Title",
            description: "",
            unit: .count,
            times: times(3),
            series: [Chart.Series("a", [1, 2, 3], style: 1)],
            markers: [Chart.Marker(Self.start + 3_600, "later", href: "/changes?a=1&b=2"), Chart.Marker(Self.start, "earlier")],
            zone: .gmt
        )
        chart.rest = Chart.Rest("8 more", href: "/changes")
        let html = chart.html(words: Self.words, number: { "\($0)" }, time: { _, _ in "t" }).html
        let list = try #require(html.firstMatch(of: #/<ul class="small">.*?<\/ul>/#)).output
        let later = "<li>t <a href=\"/changes?a=1&amp;b=2\">later</a></li>"
        #expect(list == "<ul class=\"small\"><li>t earlier</li>\(later)<li><a href=\"/changes\">8 more</a></li></ul>")
    }

    @Test func whatHappenedWithinTheLastStepIsDrawnAtItsBeginning() {
        let inside = Chart.Marker(Self.start + 2 * 3_600 + 1_800, "inside")
        let chart = Chart(
            id: "c",
            title: "Title",
            description: "",
            unit: .count,
            times: times(3),
            series: [Chart.Series("a", [1, 2, 3], style: 1)],
            markers: [inside, Chart.Marker(Self.start + 3 * 3_600, "behind"), Chart.Marker(Self.start - 1, "before")],
            zone: .gmt
        )
        let html = chart.html(words: Self.words, number: { "\($0)" }, time: { _, _ in "t" }).html
        #expect(count("class=\"marker\"", in: html) == 2)
        #expect(html.contains("<title>inside</title>"))
    }

    @Test func heavierMarkersAreNamedFirstAndThenTheNewest() {
        let long = "a label much longer than a third of the whole chart is wide, so it is cut"
        let dots = (0..<5).map { Chart.Marker(Self.start + 30 * 3_600 + Double($0) * 60, "\($0) \(long)") }
        let patch = Chart.Marker(Self.start + 30 * 3_600 - 60, "patch", weight: 1)
        let chart = Chart(
            id: "c",
            title: "Title",
            description: "",
            unit: .count,
            times: times(61),
            series: [Chart.Series("a", Array(repeating: 1, count: 61), style: 1)],
            markers: [patch] + dots,
            zone: .gmt
        )
        let html = chart.html(words: Self.words, number: { "\($0)" }, time: { _, _ in "t" }).html
        #expect(count("class=\"marker\"", in: html) == 12, "each has its line in both drawings")
        // Three rows in the wide drawing, two in the narrow one: the patch and the newest.
        let names = html.matches(of: #/class="marker-name"[^>]*>([^<]*)</#).map { String($0.output.1) }
        #expect(names.map { $0.prefix(2) } == ["pa", "4 ", "3 ", "pa", "4 "])
        #expect(names.allSatisfy { ChartLabels.width($0, font: 12) <= 800 / 3 })
        #expect(dots.allSatisfy { html.contains("<li>t \($0.label)</li>") }, "the list has all of them")
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

import Foundation
import Testing

@testable import Web

struct ChartEnlargedTests {
    /// A line of small values beside one of large ones: the drawing may cheat and says so, the table may not.
    @Test func onlyTheDrawingIsEnlarged() {
        let times = (0..<3).map { Date(timeIntervalSince1970: 1_795_228_800 + Double($0) * 1_800) }
        let chart = Chart(
            id: "activity",
            title: "Activity",
            description: "",
            unit: .count,
            times: times,
            series: [
                Chart.Series("Active", [900, 1_000, 950], style: 1), Chart.Series("Crashes", [3, 7, 5], style: 2, enlarged: 100),
            ],
            zone: .gmt
        )
        let words = ChartWords(table: "Data", time: "Time", incomplete: "", empty: "")
        let html = chart.html(words: words, number: { "\(Int($0))" }, time: { _, _ in "t" }).html
        #expect(html.contains(">Crashes ×100</text>"))
        #expect(html.contains(#"data-series="2" data-enlarged="100">Crashes</th>"#))
        #expect(html.contains(#"<data value="7.0">7</data>"#))
        #expect(!html.contains("700"))
        #expect(ChartPlot(chart, size: .wide, words: words, number: { "\(Int($0))" }, time: { _, _ in "t" }).values.top == 1_000)
    }
}

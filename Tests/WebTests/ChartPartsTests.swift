import Foundation
import Testing

@testable import Web

struct ChartThinningTests {
    @Test func keepsExtremesGapsAndEnds() {
        var values: [Double?] = (0..<10_000).map { Double($0 % 7) }
        values[4321] = 99
        values[7654] = nil
        values[5678] = -1
        let chart = chart([values])
        let thinned = chart.thinned(to: 300)
        #expect(thinned.times.count <= 300 && thinned.times.count > 200)
        #expect(thinned.series[0].values.contains(99) && thinned.series[0].values.contains(nil) && thinned.series[0].values.contains(-1))
        #expect(thinned.times.first == chart.times.first && thinned.times.last == chart.times.last)
        #expect(thinned.times == thinned.times.sorted())
    }

    @Test func severalSeriesStayWithinTheLimitTogether() {
        let lines = (0..<4).map { line in (0..<3000).map { Optional(Double(($0 * (line + 3)) % 101)) } }
        let thinned = chart(lines).thinned(to: 300)
        #expect(thinned.times.count <= 300)
        #expect(thinned.series.allSatisfy { $0.values.contains(100) && $0.values.contains(0) })
    }

    @Test func leavesSmallChartsAlone() {
        let chart = chart([Array(repeating: 1, count: 300)])
        #expect(chart.thinned(to: 300).times == chart.times)
    }

    private func chart(_ lines: [[Double?]]) -> Chart {
        let times = (0..<lines[0].count).map { Date(timeIntervalSince1970: Double($0) * 60) }
        return Chart(
            id: "c",
            title: "",
            description: "",
            unit: .count,
            times: times,
            series: lines.map { Chart.Series("a", $0, style: 1) },
            zone: .gmt
        )
    }
}

struct ChartScaleTests {
    @Test(
        arguments: [
            (0, [0, 1]), (1, [0, 1]), (3, [0, 1, 2, 3]), (7, [0, 2, 4, 6, 8]), (10, [0, 5, 10]), (43, [0, 20, 40, 60]),
            (9_700, [0, 2_500, 5_000, 7_500, 10_000]),
        ] as [(Double, [Double])]
    )
    func countsHaveWholeRoundTicks(highest: Double, ticks: [Double]) {
        #expect(ValueScale(highest: highest, unit: .count, intervals: 4).ticks == ticks)
    }

    @Test func otherUnitsHaveTheirOwnRoundTicks() {
        #expect(ValueScale(highest: 3_000_000, unit: .bytes, intervals: 4).ticks == [0, 1_048_576, 2_097_152, 3_145_728])
        #expect(ValueScale(highest: 0.0162, unit: .percent, intervals: 4).ticks.map { ($0 * 1000).rounded() } == [0, 5, 10, 15, 20])
        #expect(ValueScale(highest: nil, unit: .percent, intervals: 4).top == 0.0001)
    }

    @Test(arguments: [1e-320, 1e-9, 0.3, 1, 1e15, 1e300]) func everyReachHasATopAboveIt(highest: Double) {
        for unit in [Chart.Unit.count, .percent, .milliseconds, .bytes] {
            let scale = ValueScale(highest: highest, unit: unit, intervals: 4)
            #expect(scale.top >= highest * (1 - 1e-6) && scale.ticks.count <= 6)
        }
    }

    @Test func ticksLieOnTheClockOfTheZone() throws {
        let kathmandu = try #require(TimeZone(identifier: "Asia/Kathmandu"))  // +05:45
        let start = Date(timeIntervalSince1970: 1_795_190_400)
        let scale = TimeScale(from: start, to: start + 86_400, limit: 9, zone: kathmandu)
        #expect(scale.step == 10_800 + 3_600)
        #expect(scale.ticks.allSatisfy { ($0.timeIntervalSince1970 + 20_700).truncatingRemainder(dividingBy: 3600) == 0 })
    }

    @Test func daysStayOnMidnightWhenTheClocksChange() throws {
        let newYork = try #require(TimeZone(identifier: "America/New_York"))
        let start = Date(timeIntervalSince1970: 1_793_246_400)  // 2026-10-29 00:00 -04:00; clocks go back on 11-01
        let scale = TimeScale(from: start, to: start + 7 * 86_400, limit: 9, zone: newYork)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = newYork
        #expect(scale.ticks.count == 7)
        #expect(scale.ticks.allSatisfy { calendar.component(.hour, from: $0) == 0 })
    }
}

struct ChartLabelsTests {
    @Test func labelsDoNotOverlap() {
        let places = ChartLabels.spread([100, 100, 99, 200], gap: 16, within: 10...200)
        let sorted = places.sorted()
        #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $1 - $0 >= 16 })
        #expect(places.allSatisfy { $0 <= 200 })
    }

    @Test func markersTakeTheFirstFreeRow() {
        #expect(ChartLabels.rows(for: [0...50, 40...90, 45...95, 60...99], limit: 2) == [0, 1, nil, 0])
    }

    @Test func neighboursInARowKeepTheirDistance() {
        #expect(ChartLabels.rows(for: [0...50, 55...90, 65...99], gap: 12, limit: 1) == [0, nil, 0])
    }

    @Test func longNamesAreShortened() {
        let fitted = ChartLabels.fitted("alipay.client.updateVersion", width: 60, font: 12)
        #expect(fitted.hasSuffix("\u{2026}") && ChartLabels.width(fitted, font: 12) <= 72)
        #expect(ChartLabels.fitted("short", width: 60, font: 12) == "short")
    }
}

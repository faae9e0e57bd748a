import Foundation

/// One drawing of a chart: scales, margins and what stands where; `ChartPlot+Drawing.swift` writes it.
struct ChartPlot {
    let chart: Chart
    let size: ChartSize
    let words: ChartWords
    let values: ValueScale
    let times: TimeScale?
    let valueLabels: [String]
    let timeLabels: [String]
    let legend: [(x: Double, line: Int)]
    let left: Double
    let right: Double
    let top: Double
    let bottom: Double

    init(_ chart: Chart, size: ChartSize, words: ChartWords, number: (Double) -> String, time: (Date, TimeInterval) -> String) {
        self.chart = chart
        self.size = size
        self.words = words
        let highest = chart.series.lazy.flatMap(\.heights).compactMap { $0 }.max()
        values = ValueScale(highest: highest, unit: chart.unit, intervals: size.valueIntervals)
        valueLabels = values.ticks.map(number)
        let times = Self.timeScale(of: chart, size: size)
        self.times = times
        timeLabels = times.map { Self.labels(of: $0, chart: chart, time: time) } ?? []
        legend = Self.legend(of: chart, size: size)
        left = (valueLabels.map { ChartLabels.width($0, font: size.font) }.max() ?? 0) + 12
        right = size.width - Self.rightMargin(of: chart, size: size)
        top = 14 + Double((legend.last?.line ?? -1) + 1) * (size.lineHeight + 2)
        bottom = size.height - size.font - 14
    }

    private static func timeScale(of chart: Chart, size: ChartSize) -> TimeScale? {
        guard let first = chart.times.first, let last = chart.times.last else { return nil }
        return TimeScale(from: first, to: last, limit: size.timeTicks, zone: chart.zone)
    }

    private static func labels(of scale: TimeScale, chart: Chart, time: (Date, TimeInterval) -> String) -> [String] {
        let span = chart.span
        return scale.ticks.map { time($0, scale.naming($0, span: span, zone: chart.zone)) }
    }

    /// Only the narrow drawing has a legend, and only where there is something to tell apart.
    private static func legend(of chart: Chart, size: ChartSize) -> [(x: Double, line: Int)] {
        guard size == .narrow, chart.series.count > 1 else { return [] }
        let widths = chart.series.map { ChartLabels.width($0.drawnName, font: size.font) + 24 }
        return ChartLabels.flow(widths, gap: 12, limit: size.width - 8)
    }

    private static func rightMargin(of chart: Chart, size: ChartSize) -> Double {
        guard size == .wide else { return 14 }
        let names = chart.series.map { ChartLabels.width($0.drawnName, font: size.font) }
        return min(max(names.max() ?? 0, 12) + 12, 180)
    }

    /// The place of a time; a chart of one time has it in the middle.
    func x(_ time: Date) -> Double {
        guard let first = chart.times.first, chart.span > 0 else { return (left + right) / 2 }
        let fraction = time.timeIntervalSince(first) / chart.span
        return left + (right - left) * min(max(fraction, 0), 1)
    }

    func y(_ value: Double) -> Double {
        bottom - (bottom - top) * min(max(value / values.top, 0), 1)
    }

    /// Stretches of neighbouring values, with their places; gaps lie between them.
    func runs(of series: Chart.Series) -> [[(x: Double, y: Double)]] {
        var runs: [[(x: Double, y: Double)]] = []
        var open = false
        for (time, value) in zip(chart.times, series.heights) {
            guard let value else {
                open = false
                continue
            }
            if !open { runs.append([]) }
            runs[runs.count - 1].append((x(time), y(value)))
            open = true
        }
        return runs
    }
}

extension Chart {
    /// Seconds from the first to the last time.
    var span: TimeInterval {
        guard let first = times.first, let last = times.last else { return 0 }
        return max(0, last.timeIntervalSince(first))
    }

    /// Seconds between the last two times; 0 where there is one only.
    var lastStep: TimeInterval {
        times.count > 1 ? times[times.count - 1].timeIntervalSince(times[times.count - 2]) : 0
    }

    var hasValues: Bool { series.contains { $0.values.contains { $0 != nil } } }
}

extension Chart.Series {
    var heights: [Double?] { values.map { $0.map { $0 * Double(enlarged) } } }

    var drawnName: String { enlarged > 1 ? "\(name) ×\(enlarged)" : name }
}

import Foundation

/// Round values for the y axis, from 0 to the first round value not below the highest.
struct ValueScale: Equatable {
    let ticks: [Double]

    /// The value at the upper edge; always above 0.
    var top: Double { ticks.last ?? 1 }

    /// - Parameters:
    ///   - highest: of all values; nil or 0 gives a small axis of the unit.
    ///   - intervals: between ticks at most.
    init(highest: Double?, unit: Chart.Unit, intervals: Int) {
        let reach = max(highest ?? 0, Self.smallest(unit))
        let step = Self.step(reach: reach, unit: unit, intervals: intervals)
        let count = max(1, Int((reach / step - 1e-9).rounded(.up)))
        ticks = (0...count).map { Double($0) * step }
    }

    /// An axis of nothing but zeros reaches this far.
    private static func smallest(_ unit: Chart.Unit) -> Double {
        switch unit {
        case .count, .milliseconds: 1
        case .percent: 0.0001
        case .bytes: 4
        }
    }

    private static func step(reach: Double, unit: Chart.Unit, intervals: Int) -> Double {
        let least = reach / Double(intervals)
        switch unit {
        case .bytes: return exp2(max(0, log2(least).rounded(.up)))
        case .count: return max(1, decimalStep(least, mantissas: least < 10 ? [1, 2, 5, 10] : [1, 2, 2.5, 5, 10]))
        case .percent, .milliseconds: return decimalStep(least, mantissas: [1, 2, 2.5, 5, 10])
        }
    }

    private static func decimalStep(_ least: Double, mantissas: [Double]) -> Double {
        let power = pow(10, log10(least).rounded(.down))
        let mantissa = mantissas.first { $0 * power >= least * (1 - 1e-9) } ?? 10
        return mantissa * power
    }
}

/// Round times for the x axis.
struct TimeScale {
    let ticks: [Date]
    /// Seconds between ticks, by the clock on the wall.
    let step: TimeInterval

    private static let steps: [TimeInterval] = [
        60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 14400, 21600, 43200,
        86400, 172_800, 604_800, 1_209_600, 2_419_200, 7_862_400, 31_449_600,
    ]
    /// 1970-01-05, a Monday: steps counted from here make weeks begin on Mondays and days at midnight.
    private static let origin: TimeInterval = 345_600

    /// - Parameter limit: ticks at most, at least 2.
    init(from start: Date, to end: Date, limit: Int, zone: TimeZone) {
        let span = max(0, end.timeIntervalSince(start))
        step = Self.steps.first { span / $0 < Double(limit - 1) } ?? max(span, 1)
        ticks = Self.ticks(from: start, to: end, step: step, limit: limit, zone: zone)
    }

    /// Ticks a step apart on the wall clock, so that they stay on midnight when the clocks change.
    private static func ticks(from start: Date, to end: Date, step: TimeInterval, limit: Int, zone: TimeZone) -> [Date] {
        let offset = Double(zone.secondsFromGMT(for: start))
        var wall = ((start.timeIntervalSince1970 + offset - origin) / step).rounded(.up) * step + origin
        var ticks: [Date] = []
        while ticks.count < limit {
            let tick = date(atWall: wall, zone: zone, guess: offset)
            guard tick <= end else { break }
            ticks.append(tick)
            wall += step
        }
        return ticks
    }

    private static func date(atWall wall: TimeInterval, zone: TimeZone, guess: TimeInterval) -> Date {
        let near = Date(timeIntervalSince1970: wall - guess)
        return Date(timeIntervalSince1970: wall - Double(zone.secondsFromGMT(for: near)))
    }

    /// The step to name a tick by: midnight on an axis of hours over several days is named as a day.
    func naming(_ tick: Date, span: TimeInterval, zone: TimeZone) -> TimeInterval {
        guard step < 86400, span > 86400 else { return step }
        let wall = tick.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: tick))
        return wall.truncatingRemainder(dividingBy: 86400) == 0 ? 86400 : step
    }
}

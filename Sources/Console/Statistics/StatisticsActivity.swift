import Foundation

/// Crashes and active reports together: of a step, a version, or a whole range.
public struct StatisticsActivity: Sendable, Equatable {
    public var crashes = 0
    public var actives = 0

    /// Crashes ÷ active reports: neither is counted once per device, so it can pass 1. nil without active reports.
    public var crashRate: Double? { StatisticsRate.of(crashes, actives) }

    static func += (sum: inout Self, other: Self) {
        sum.crashes += other.crashes
        sum.actives += other.actives
    }

    static func sum(_ parts: some Sequence<Self>) -> Self {
        parts.reduce(into: Self()) { $0 += $1 }
    }
}

/// Which of the two roll-ups of activity answers a range, and what its column of time counts.
struct StatisticsGrain {
    /// Seconds of one row.
    let seconds: Int
    let rows: Range<Int>

    /// Quarters hold a fifteenth of the rows, and every zone of today is whole quarters from UTC.
    init(_ range: StatisticsRange) {
        let from = Int(range.from.timeIntervalSince1970)
        let to = Int(range.to.timeIntervalSince1970)
        let fits = range.step.seconds >= 900 && from % 900 == 0 && to % 900 == 0
        seconds = fits ? 900 : 60
        rows = from / seconds..<max(to / seconds, from / seconds)
    }

    var isQuarter: Bool { seconds == 900 }
}

/// Lays rows of a roll-up, which come in order of time, into the steps of a range.
struct StatisticsSteps {
    let starts: [Date]
    private let bounds: [Int]
    private var place = 0

    init(_ range: StatisticsRange) {
        starts = range.starts
        bounds = starts.map { Int($0.timeIntervalSince1970) }
    }

    /// The step that holds a moment, in seconds since 1970. Cheapest when moments ascend.
    mutating func index(of time: Int) -> Int {
        if place >= bounds.count || bounds[place] > time { place = 0 }
        while place + 1 < bounds.count, bounds[place + 1] <= time { place += 1 }
        return place
    }
}

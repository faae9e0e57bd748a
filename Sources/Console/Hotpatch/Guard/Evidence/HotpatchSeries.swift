import Foundation

/// Evidence over time, for a chart: bounded, by leaving out every second point when there are too many.
struct HotpatchSeries: Codable, Sendable, Equatable {
    private(set) var points: [Point] = []
    /// Milliseconds between points at least.
    private var gap = 1_000

    struct Point: Codable, Sendable, Equatable {
        /// ms since 1970.
        let at: Int
        /// Natural logarithm of the evidence.
        let log: Double
    }

    static let most = 240

    /// The last point is always the newest.
    mutating func note(_ log: Double, at time: Int) {
        if points.count > 1, time - points[points.count - 2].at < gap { points.removeLast() }
        points.append(Point(at: time, log: log))
        guard points.count > Self.most else { return }
        points = points.enumerated().filter { $0.offset % 2 == 0 || $0.offset == points.count - 1 }.map(\.element)
        gap = max(gap * 2, ((points.last?.at ?? 0) - (points.first?.at ?? 0)) / Self.most)
    }
}

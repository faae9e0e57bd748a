import Foundation

/// The steps of a trend: hours of a few days, or days of a zone.
struct CrashGroupSteps: Sendable {
    let starts: [Date]
    private let end: Date
    let step: Int

    private static let longestInHours = 3

    /// - Parameter days: the last one is today's.
    init(days: Int, until now: Date, zone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let today = calendar.startOfDay(for: now)
        let first = calendar.date(byAdding: .day, value: 1 - days, to: today) ?? today
        end = calendar.date(byAdding: .day, value: 1, to: today) ?? now
        if days <= Self.longestInHours {
            step = 3_600
            starts = stride(from: first, to: end, by: 3_600).map { $0 }
        } else {
            step = 86_400
            starts = (0..<days).compactMap { calendar.date(byAdding: .day, value: $0, to: first) }
        }
    }

    /// Since 1970. A zone whose days begin within an hour gives that hour to the day that it begins in.
    var hours: Range<Int> {
        let lower = Int((starts.first ?? end).timeIntervalSince1970 / 3_600)
        return lower..<max(lower, Int((end.timeIntervalSince1970 / 3_600).rounded(.up)))
    }

    func counts(_ hours: [Int: Int]) -> [Int] {
        var counts = [Int](repeating: 0, count: starts.count)
        for (hour, count) in hours { if let place = place(of: hour) { counts[place] += count } }
        return counts
    }

    func trend(_ hours: [(hour: Int, version: String, count: Int)]) -> CrashGroupTrend {
        var versions = [[String: Int]](repeating: [:], count: starts.count)
        for one in hours { if let place = place(of: one.hour) { versions[place][one.version, default: 0] += one.count } }
        let items = zip(starts, versions).map { start, versions in
            CrashGroupTrend.Item(
                time: start,
                count: versions.values.reduce(0, +),
                versions: versions.map { CrashShare(value: $0.key, count: $0.value) }.sorted { ($1.count, $0.value) < ($0.count, $1.value) }
            )
        }
        return CrashGroupTrend(items: items, step: step)
    }

    private func place(of hour: Int) -> Int? {
        let time = Date(timeIntervalSince1970: Double(hour) * 3_600)
        let after = starts.firstIndex { $0 > time } ?? starts.count
        return after > 0 ? after - 1 : starts.isEmpty || time < starts[0].addingTimeInterval(-3_600) ? nil : 0
    }
}

import Foundation
import Storage

/// How long an app's devices usually say nothing.
///
/// Taken from the days on which devices were active: of up to 500 devices of one day a fortnight ago, the days until each was there again. 19 of 20 of those
/// that came back did so within the usual time; a day is added, because days are whole. Computed once, when a release begins to be watched, so that what
/// the patch does cannot move it.
enum HotpatchUsualSilence {
    /// Hours when too few devices are known.
    static let standard = 72
    private static let horizon = 14
    private static let sample = 500
    private static let least = 50

    /// - Parameter days: until each was there again; those that never came back are not in it.
    static func hours(_ days: [Int]) -> Int {
        guard days.count >= least else { return standard }
        let sorted = days.sorted()
        let usual = sorted[min(sorted.count - 1, Int((Double(sorted.count) * 0.95).rounded(.up)) - 1)]
        return min(max((usual + 1) * 24, 48), horizon * 24)
    }

    /// - Parameter today: counted from 1970-01-01 in the app's zone.
    static func hours(of app: String, _ platform: Platform, today: Int, _ connection: Connection) throws -> Int {
        let start = today - horizon - 1
        var waiting = Set(try connection.activeDevices(app, platform, day: start, limit: sample))
        var days: [Int] = []
        for gap in 1...horizon where !waiting.isEmpty {
            let back = try connection.activeDevices(app, platform, day: start + gap, among: Array(waiting))
            days += Array(repeating: gap, count: back.count)
            waiting.subtract(back)
        }
        return hours(days)
    }
}

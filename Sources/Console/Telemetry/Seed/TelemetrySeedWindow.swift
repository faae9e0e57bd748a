import Foundation

/// The time the demo's lines are spread over.
struct TelemetrySeedWindow: Sendable {
    /// No line is earlier.
    let start: Date
    /// No line is later: a minute ago, so that none of them is ahead of a clock that is slow.
    let end: Date
    let zone: TimeZone
    /// Names the run in batch ids.
    let name: String

    private let calendar: Calendar

    init(until now: Date, days: Int, zone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        self.calendar = calendar
        self.zone = zone
        start = now - Double(days) * 86_400
        end = now - 60
        name = String(Int(now.timeIntervalSince1970))
    }

    func contains(_ time: Date) -> Bool {
        start <= time && time <= end
    }

    /// Days since `start`, which is how the plan's curves count.
    func position(of time: Date) -> Double {
        time.timeIntervalSince(start) / 86_400
    }

    /// The local midnight that begins day `day`; day 0 is the one `start` falls on.
    func midnight(day: Int) -> Date {
        let first = calendar.startOfDay(for: start)
        return calendar.date(byAdding: .day, value: day, to: first) ?? first + Double(day) * 86_400
    }

    /// 0 is Monday.
    func weekday(of midnight: Date) -> Int {
        (calendar.component(.weekday, from: midnight) + 5) % 7
    }

    /// The whole minutes of the clock, and the one begun, among the last `count` before `end`.
    func minutes(last count: Int) -> [Date] {
        let current = (end.timeIntervalSince1970 / 60).rounded(.down) * 60
        return (0...count).map { Date(timeIntervalSince1970: current - Double(count - $0) * 60) }
    }

    /// As log lines carry it.
    func text(_ time: Date) -> String {
        time.formatted(
            Date.ISO8601FormatStyle(dateTimeSeparator: .space, includingFractionalSeconds: true, timeZone: zone)
                .year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: true)
        )
    }

    /// As crash reports carry it: with the distance from UTC.
    func stamp(_ time: Date) -> String {
        let minutes = zone.secondsFromGMT(for: time) / 60
        let digits = String(10_000 + abs(minutes) / 60 * 100 + abs(minutes) % 60).dropFirst()
        return "\(text(time)) \(minutes < 0 ? "-" : "+")\(digits)"
    }
}

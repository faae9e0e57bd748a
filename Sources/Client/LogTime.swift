import Foundation

/// Times as log lines carry them: the device's wall clock, in the digits and calendar of the format whatever the user's settings.
public enum LogTime {
    /// `yyyy-MM-dd HH:mm:ss.SSS` in `zone`.
    public static func text(_ date: Date, zone: TimeZone) -> String {
        // The format style cuts fractions, and a Date cannot hold most milliseconds exactly: .408 would be written as .407.
        let nudged = date.addingTimeInterval(0.000_5)
        return nudged.formatted(
            Date.ISO8601FormatStyle(dateTimeSeparator: .space, includingFractionalSeconds: true, timeZone: zone)
                .year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: true)
        )
    }

    /// The distance from UTC at `date`, such as `+08:00`: the value of the upload header `timeZone`.
    public static func offset(of zone: TimeZone, at date: Date) -> String {
        let minutes = zone.secondsFromGMT(for: date) / 60
        let parts = [abs(minutes) / 60, abs(minutes) % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return (minutes < 0 ? "-" : "+") + parts.joined(separator: ":")
    }
}

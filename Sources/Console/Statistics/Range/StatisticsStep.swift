import Foundation

/// How long one item of a statistic is.
public enum StatisticsStep: Sendable, Equatable {
    /// So many minutes, counted from midnight by the clock.
    case minutes(Int)
    /// From midnight to midnight of the range's zone: 23 to 25 hours.
    case day

    public static let minute = StatisticsStep.minutes(1)
    public static let hour = StatisticsStep.minutes(60)

    /// `minute`, `hour`, `day`, otherwise like `15m`.
    public var name: String {
        switch self {
        case .minute: "minute"
        case .hour: "hour"
        case .day: "day"
        case .minutes(let count): "\(count)m"
        }
    }

    /// What an answer has when nobody asks for a step.
    /// - Parameter length: of the range, in seconds.
    public static func standard(_ length: TimeInterval) -> StatisticsStep {
        length <= 25 * 3_600 ? .minute : length <= 32 * 86_400 ? .hour : .day
    }

    /// What a page draws: at most 200 points, so that a rate is of enough devices to mean something.
    public static func drawn(_ length: TimeInterval) -> StatisticsStep {
        let steps: [StatisticsStep] = [.minute, .minutes(5), .minutes(15), .minutes(30), .hour]
        return steps.first { length / $0.seconds <= 100 } ?? (length <= 8 * 86_400 ? .hour : .day)
    }

    /// Length in seconds; of a day the usual one.
    var seconds: TimeInterval {
        switch self {
        case .minutes(let count): Double(count) * 60
        case .day: 86_400
        }
    }

    /// When the item begins that a moment belongs to.
    func start(of date: Date, _ calendar: Calendar) -> Date {
        guard case .minutes = self else { return calendar.startOfDay(for: date) }
        let offset = Double(calendar.timeZone.secondsFromGMT(for: date))
        let wall = date.timeIntervalSince1970 + offset
        return Date(timeIntervalSince1970: (wall / seconds).rounded(.down) * seconds - offset)
    }

    /// When the item ends that begins at `start`.
    func end(from start: Date, _ calendar: Calendar) -> Date {
        self == .day ? calendar.startOfNextDay(after: start) : start.addingTimeInterval(seconds)
    }
}

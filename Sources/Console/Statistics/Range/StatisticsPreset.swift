/// Ranges that have a name; all but `yesterday` end now.
public enum StatisticsPreset: String, Codable, CaseIterable, Sendable {
    case hour = "1h"
    case twentyFourHours = "24h"
    case sevenDays = "7d"
    case thirtyDays = "30d"
    case today, yesterday
    /// Since Monday.
    case week

    var start: Moment {
        switch self {
        case .hour: .minutesAgo(60)
        case .twentyFourHours: .minutesAgo(24 * 60)
        case .sevenDays: .daysAgo(7)
        case .thirtyDays: .daysAgo(30)
        case .today: .startOfDay(daysAgo: 0)
        case .yesterday: .startOfDay(daysAgo: 1)
        case .week: .startOfWeek
        }
    }

    var end: Moment {
        self == .yesterday ? .startOfDay(daysAgo: 0) : .now
    }

    /// The whole days after which it repeats, where that is not its length: today is compared with the same hours of yesterday.
    var periodDays: Int? {
        switch self {
        case .today, .yesterday: 1
        case .week: 7
        default: nil
        }
    }
}

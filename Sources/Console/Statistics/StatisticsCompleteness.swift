import Foundation
import Storage
import Web

/// Figures that know how far they reach.
protocol StatisticsReaching {
    /// When the app's latest logs arrived.
    var receivedAt: OrNull<Date> { get }
    /// Until when nearly all lines are here; null while nothing is known of how late they are.
    var completeUntil: OrNull<Date> { get }
}

extension StatisticsReaching {
    /// What is later may still be missing.
    var reach: Date? { [receivedAt.value, completeUntil.value].compactMap { $0 }.min() }
}

/// How late lines arrive tells until when figures are complete: 99 of 100 lines of the last seven days came within this time of their own.
enum StatisticsCompleteness {
    static let share = 0.99
    static let hours = 7 * 24
}

extension Connection {
    /// - Parameter now: what is counted back from.
    /// - Returns: a whole second; nil when nothing came within the last seven days.
    func completeUntil(_ filter: StatisticsFilter, at now: Date) throws -> Date? {
        let first = now.milliseconds / 3_600_000 - StatisticsCompleteness.hours
        let lag = TelemetryArrivals.quantile(StatisticsCompleteness.share, of: try arrivals(of: filter.app, filter.platform, since: first))
        return lag.map { Date(timeIntervalSince1970: (now.timeIntervalSince1970 - $0).rounded(.down)) }
    }
}

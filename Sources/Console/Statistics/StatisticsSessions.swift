import Foundation
import Storage
import Web

/// Sessions of a range: what SDKs tell of each use of the app, from its beginning to how it ended.
public struct SessionStatistics: Codable, Sendable, StatisticsReaching {
    /// One for every step of the range, also the empty ones.
    public let items: [SessionItem]
    public let totals: SessionFigures
    /// Most sessions first.
    public let versions: [SessionVersion]
    public let range: StatisticsRangeBody
    public let receivedAt: OrNull<Date>
    /// Until when nearly all lines are here; null while nothing is known of how late they are.
    public let completeUntil: OrNull<Date>
}

public struct SessionItem: Codable, Sendable {
    /// When the step begins; sessions are counted where they began.
    public let time: Date
    /// Users are counted by days of the app's zone: with other steps they are null.
    public let figures: SessionFigures
}

public struct SessionVersion: Codable, Sendable {
    /// Empty when the sessions do not say.
    public let version: String
    public let figures: SessionFigures
}

/// Sessions, and those who had them: devices or users, as the SDK tells them apart.
public struct SessionFigures: Codable, Sendable, Equatable {
    public let begun: Int
    /// Whatever they ended by; the next three are parts of it.
    public let ended: Int
    public let crashed: Int
    /// Ended without the app's doing: killed, or hanging.
    public let abnormal: Int
    /// Ended well, after errors that the app noticed.
    public let errored: Int
    /// 1 − `crashed` ÷ `begun`; null without any begun.
    public let crashFreeSessions: OrNull<Double>
    /// Distinct ones with a session.
    public let users: OrNull<Int>
    /// Distinct ones with a crashed session.
    public let crashedUsers: OrNull<Int>
    /// 1 − `crashedUsers` ÷ `users`; null without any.
    public let crashFreeUsers: OrNull<Double>

    init(_ sessions: StatisticsSessionCounts, _ users: StatisticsSessionUsers?) {
        (begun, ended, crashed, abnormal, errored) = (sessions.begun, sessions.ended, sessions.crashed, sessions.abnormal, sessions.errored)
        crashFreeSessions = OrNull(StatisticsRate.free(sessions.crashed, of: sessions.begun))
        self.users = OrNull(users?.all)
        crashedUsers = OrNull(users?.crashed)
        crashFreeUsers = OrNull(users.flatMap { StatisticsRate.free($0.crashed, of: $0.all) })
    }
}

/// Sums of sessions.
struct StatisticsSessionCounts: Sendable, Equatable {
    var begun = 0
    var ended = 0
    var crashed = 0
    var abnormal = 0
    var errored = 0

    static func += (sum: inout Self, other: Self) {
        sum.begun += other.begun
        sum.ended += other.ended
        sum.crashed += other.crashed
        sum.abnormal += other.abnormal
        sum.errored += other.errored
    }
}

/// Distinct devices or users.
struct StatisticsSessionUsers: Sendable, Equatable {
    var all = 0
    var crashed = 0
}

extension StatisticsRate {
    /// The part that is free of something. Of sessions whose beginning was never told more can crash than began.
    fileprivate static func free(_ part: Int, of whole: Int) -> Double? {
        of(part, whole).map { max(0, 1 - $0) }
    }
}

extension Statistics {
    /// - Parameters:
    ///   - range: with steps of an hour or longer.
    ///   - zone: the app's, in whose days users are counted.
    public func sessions(_ filter: StatisticsFilter, _ range: StatisticsRange, daysIn zone: TimeZone) async throws -> SessionStatistics {
        try await database.read { connection in
            let counted = range.days(in: zone)
            var steps = StatisticsSteps(range)
            var sums = [StatisticsSessionCounts](repeating: .init(), count: steps.starts.count)
            for (hour, counts) in try connection.sessionsByHour(filter, range) { sums[steps.index(of: hour * 3_600)] += counts }
            let days = range.isMade(of: counted) ? try connection.sessionUsersByDay(filter, counted.days) : nil
            return SessionStatistics(
                items: zip(range.starts, sums).map { start, sum in
                    SessionItem(time: start, figures: SessionFigures(sum, days.map { $0[counted.day(of: start)] ?? .init() }))
                },
                totals: SessionFigures(sums.reduce(into: .init()) { $0 += $1 }, try connection.sessionUsers(filter, counted.days)),
                versions: try Self.versions(connection, filter, range, counted.days),
                range: StatisticsRangeBody(range),
                receivedAt: OrNull(try connection.lastReceived(app: filter.app)),
                completeUntil: OrNull(try connection.completeUntil(filter, at: clock.now))
            )
        }
    }

    private static func versions(
        _ connection: Connection,
        _ filter: StatisticsFilter,
        _ range: StatisticsRange,
        _ days: ClosedRange<Int>
    ) throws -> [SessionVersion] {
        let users = try connection.sessionUsersByVersion(filter, days)
        let versions = try connection.sessionsByVersion(filter, range).map { version, counts in
            SessionVersion(version: version, figures: SessionFigures(counts, users[version] ?? .init()))
        }
        return versions.sorted { ($1.figures.begun, $0.version) < ($0.figures.begun, $1.version) }
    }
}

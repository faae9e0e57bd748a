import Foundation
import Storage

/// The hours that begin in a range.
private struct StatisticsHours {
    let condition: SQL

    init(_ filter: StatisticsFilter, _ range: StatisticsRange) {
        let (first, end) = (
            Int((range.from.timeIntervalSince1970 / 3_600).rounded(.up)), Int((range.to.timeIntervalSince1970 / 3_600).rounded(.up))
        )
        condition = "\(filter.condition) AND hour >= \(first) AND hour < \(end)"
    }
}

extension Connection {
    /// In order of time; hours since 1970.
    func sessionsByHour(_ filter: StatisticsFilter, _ range: StatisticsRange) throws -> [(hour: Int, counts: StatisticsSessionCounts)] {
        try all("SELECT hour, \(Self.sessionSums) FROM session_hour WHERE \(StatisticsHours(filter, range).condition) GROUP BY hour ORDER BY hour") {
            (hour: try $0[0], counts: try StatisticsSessionCounts($0))
        }
    }

    func sessionsByVersion(_ filter: StatisticsFilter, _ range: StatisticsRange) throws -> [(version: String, counts: StatisticsSessionCounts)] {
        try all("SELECT version, \(Self.sessionSums) FROM session_hour WHERE \(StatisticsHours(filter, range).condition) GROUP BY version") {
            (version: try $0[0], counts: try StatisticsSessionCounts($0))
        }
    }

    private static var sessionSums: SQL {
        """
        CAST(SUM(begun) AS BIGINT) AS begun, CAST(SUM(ended) AS BIGINT) AS ended, CAST(SUM(crashed) AS BIGINT) AS crashed,
        CAST(SUM(abnormal) AS BIGINT) AS abnormal, CAST(SUM(errored) AS BIGINT) AS errored
        """
    }

    // MARK: users

    /// Distinct over all days: who came on two of them counts once.
    func sessionUsers(_ filter: StatisticsFilter, _ days: ClosedRange<Int>) throws -> StatisticsSessionUsers {
        try first("SELECT \(Self.sessionUserCounts) FROM session_device_day WHERE \(Self.condition(filter, days))") {
            StatisticsSessionUsers(all: try $0[0], crashed: try $0[1])
        } ?? StatisticsSessionUsers()
    }

    func sessionUsersByDay(_ filter: StatisticsFilter, _ days: ClosedRange<Int>) throws -> [Int: StatisticsSessionUsers] {
        let rows = try all("SELECT \(Self.sessionUserCounts), day FROM session_device_day WHERE \(Self.condition(filter, days)) GROUP BY day") {
            (try $0[2] as Int, StatisticsSessionUsers(all: try $0[0], crashed: try $0[1]))
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    func sessionUsersByVersion(_ filter: StatisticsFilter, _ days: ClosedRange<Int>) throws -> [String: StatisticsSessionUsers] {
        let rows = try all("SELECT \(Self.sessionUserCounts), version FROM session_device_day WHERE \(Self.condition(filter, days)) GROUP BY version")
        {
            (try $0[2] as String, StatisticsSessionUsers(all: try $0[0], crashed: try $0[1]))
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    private static var sessionUserCounts: SQL { "count(DISTINCT device), count(DISTINCT CASE WHEN crashed = 1 THEN device END)" }

    private static func condition(_ filter: StatisticsFilter, _ days: ClosedRange<Int>) -> SQL {
        "\(filter.condition) AND day >= \(days.lowerBound) AND day <= \(days.upperBound)"
    }
}

extension StatisticsSessionCounts {
    fileprivate init(_ row: Row) throws {
        self.init(
            begun: try row["begun"],
            ended: try row["ended"],
            crashed: try row["crashed"],
            abnormal: try row["abnormal"],
            errored: try row["errored"]
        )
    }
}

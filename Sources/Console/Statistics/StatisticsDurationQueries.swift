import Foundation
import Storage

/// Starts of one bucket, at a time or of a version.
struct StatisticsDurationRow {
    /// Seconds since 1970.
    var time = 0
    var version = ""
    let isFirst: Bool
    let bucket: Int
    let count: Int
}

/// The quarters of a range, and how many of them SQL may add up.
struct StatisticsQuarters {
    let first: Int
    let end: Int
    let width: Int

    init(_ range: StatisticsRange) {
        first = Int((range.from.timeIntervalSince1970 / 900).rounded(.down))
        end = Int((range.to.timeIntervalSince1970 / 900).rounded(.up))
        let change = range.zone.nextDaylightSavingTimeTransition(after: range.from)
        // Days are not all as long as each other when clocks change within the range.
        width = range.step == .day && change.map { $0 < range.to } ?? false ? 1 : max(1, Int(range.step.seconds) / 900)
    }

    func condition(_ filter: StatisticsFilter) -> SQL {
        "\(filter.condition) AND quarter >= \(first) AND quarter < \(end)"
    }
}

extension Connection {
    /// In order of time.
    func startsByTime(_ filter: StatisticsFilter, _ range: StatisticsRange) throws -> [StatisticsDurationRow] {
        let span = StatisticsQuarters(range)
        return try all(
            """
            SELECT (quarter - \(span.first)) / \(span.width) AS place, first_start, bucket, sum(starts) FROM startup_quarter
            WHERE \(span.condition(filter)) GROUP BY place, first_start, bucket ORDER BY place
            """
        ) { row in
            let place: Int = try row[0]
            return StatisticsDurationRow(time: (span.first + place * span.width) * 900, isFirst: try row[1], bucket: try row[2], count: try row[3])
        }
    }

    func startsByVersion(_ filter: StatisticsFilter, _ range: StatisticsRange) throws -> [StatisticsDurationRow] {
        try all(
            """
            SELECT version, first_start, bucket, sum(starts) FROM startup_quarter
            WHERE \(StatisticsQuarters(range).condition(filter)) GROUP BY version, first_start, bucket
            """
        ) { StatisticsDurationRow(version: try $0[0], isFirst: try $0[1], bucket: try $0[2], count: try $0[3]) }
    }

    /// All starts of the range that are not the first after an installation.
    func otherStarts(_ filter: StatisticsFilter, _ range: StatisticsRange) throws -> TelemetryHistogram {
        let rows = try all(
            "SELECT bucket, sum(starts) FROM startup_quarter WHERE \(StatisticsQuarters(range).condition(filter)) AND first_start = 0 GROUP BY bucket"
        ) { (bucket: try $0[0] as Int, starts: try $0[1] as Int) }
        return rows.reduce(into: TelemetryHistogram()) { $0.add($1.starts, toBucket: $1.bucket) }
    }

    func calls(_ filter: StatisticsFilter, _ range: StatisticsRange) throws -> [RPCRow] {
        try all(
            """
            SELECT operation, sum(calls), sum(errors), sum(milliseconds), sum(request_bytes), sum(response_bytes) FROM rpc_quarter
            WHERE \(StatisticsQuarters(range).condition(filter)) GROUP BY operation
            """
        ) { row in
            RPCRow(
                operation: try row[0],
                calls: try row[1],
                errors: try row[2],
                milliseconds: try row[3],
                requestBytes: try row[4],
                responseBytes: try row[5]
            )
        }
    }

    func callDurations(_ filter: StatisticsFilter, _ range: StatisticsRange, operations: [String]) throws -> [String: TelemetryHistogram] {
        let rows = try all(
            """
            SELECT operation, bucket, sum(calls) FROM rpc_duration
            WHERE \(StatisticsQuarters(range).condition(filter)) AND operation IN (\(SQL.list(operations))) GROUP BY operation, bucket
            """
        ) { (operation: try $0[0] as String, bucket: try $0[1] as Int, calls: try $0[2] as Int) }
        return rows.reduce(into: [:]) { $0[$1.operation, default: TelemetryHistogram()].add($1.calls, toBucket: $1.bucket) }
    }
}

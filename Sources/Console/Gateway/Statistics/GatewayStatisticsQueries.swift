import Foundation
import Storage

/// What was counted in a range, from the roll-up that answers it with the fewest rows.
private struct GatewaySpan {
    let grain: StatisticsGrain
    private let filter: StatisticsFilter
    private let operation: String?

    init(_ filter: StatisticsFilter, _ range: StatisticsRange, _ operation: String?) {
        grain = StatisticsGrain(range)
        self.filter = filter
        self.operation = operation
    }

    var table: SQL { grain.isQuarter ? "gateway_quarter" : "gateway_minute" }
    var column: SQL { grain.isQuarter ? "quarter" : "minute" }

    var condition: SQL {
        let named = operation.map { "operation = \($0)" as SQL } ?? "1 = 1"
        return "\(filter.condition) AND \(column) >= \(grain.rows.lowerBound) AND \(column) < \(grain.rows.upperBound) AND \(named)"
    }

    /// Four columns that make a `GatewayActivity`.
    var sums: SQL {
        let ok = GatewayStatus.ok.rawValue
        return "sum(calls), sum(CASE WHEN status = \(ok) THEN 0 ELSE calls END), sum(request_bytes), sum(response_bytes)"
    }
}

extension Connection {
    /// One sum for every step of the range, also the empty ones.
    func gatewaySteps(_ filter: StatisticsFilter, _ range: StatisticsRange, operation: String? = nil) throws -> [GatewayActivity] {
        let span = GatewaySpan(filter, range, operation)
        var steps = StatisticsSteps(range)
        var sums = [GatewayActivity](repeating: GatewayActivity(), count: steps.starts.count)
        let rows = try all(
            "SELECT \(span.sums), \(span.column) FROM \(span.table) WHERE \(span.condition) GROUP BY \(span.column) ORDER BY \(span.column)"
        ) { (activity: try GatewayActivity($0), time: try $0[4] as Int) }
        for row in rows { sums[steps.index(of: row.time * span.grain.seconds)] += row.activity }
        return sums
    }

    func gatewayOperations(_ filter: StatisticsFilter, _ range: StatisticsRange, operation: String? = nil) throws -> [GatewayOperationRow] {
        let span = GatewaySpan(filter, range, operation)
        return try all(
            "SELECT \(span.sums), sum(gateway_us + upstream_us), operation FROM \(span.table) WHERE \(span.condition) GROUP BY operation"
        ) { GatewayOperationRow(operation: try $0[5], activity: try GatewayActivity($0), microseconds: try $0[4]) }
    }

    /// Calls by status.
    func gatewayCodes(_ filter: StatisticsFilter, _ range: StatisticsRange, operation: String? = nil) throws -> [Int: Int] {
        let span = GatewaySpan(filter, range, operation)
        let rows = try all("SELECT status, sum(calls) FROM \(span.table) WHERE \(span.condition) GROUP BY status") {
            (try $0[0] as Int, try $0[1] as Int)
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// Most calls first, 200 at most.
    func gatewayVersions(_ filter: StatisticsFilter, _ range: StatisticsRange, operation: String? = nil) throws -> [GatewayVersionItem] {
        let span = GatewaySpan(filter, range, operation)
        return try all(
            """
            SELECT \(span.sums), platform, version, sum(gateway_us) FROM \(span.table) WHERE \(span.condition)
            GROUP BY platform, version ORDER BY sum(calls) DESC, version DESC, platform LIMIT 200
            """
        ) { row in
            let sum = try GatewayActivity(row)
            return GatewayVersionItem(try row[4], try row[5], calls: sum.calls, errors: sum.errors, microseconds: try row[6])
        }
    }

    /// By operation.
    func gatewayDurations(_ filter: StatisticsFilter, _ range: StatisticsRange, operation: String? = nil) throws -> [String: GatewayHistograms] {
        let named = operation.map { "operation = \($0)" as SQL } ?? "1 = 1"
        let rows = try all(
            """
            SELECT operation, part, bucket, sum(calls) FROM gateway_duration
            WHERE \(StatisticsQuarters(range).condition(filter)) AND \(named) GROUP BY operation, part, bucket
            """
        ) { (operation: try $0[0] as String, part: try $0[1] as GatewayPart, bucket: try $0[2] as Int, calls: try $0[3] as Int) }
        return rows.reduce(into: [:]) { $0[$1.operation, default: GatewayHistograms()].add($1.calls, to: $1.part, bucket: $1.bucket) }
    }

    /// One for every step of the range, also the empty ones.
    /// - Parameter range: with steps of a quarter or longer.
    func gatewayDurationSteps(_ filter: StatisticsFilter, _ range: StatisticsRange, operation: String) throws -> [GatewayHistograms] {
        let quarters = StatisticsQuarters(range)
        var steps = StatisticsSteps(range)
        var histograms = [GatewayHistograms](repeating: GatewayHistograms(), count: steps.starts.count)
        let rows = try all(
            """
            SELECT (quarter - \(quarters.first)) / \(quarters.width) AS place, part, bucket, sum(calls) FROM gateway_duration
            WHERE \(quarters.condition(filter)) AND operation = \(operation) GROUP BY place, part, bucket ORDER BY place
            """
        ) { (place: try $0[0] as Int, part: try $0[1] as GatewayPart, bucket: try $0[2] as Int, calls: try $0[3] as Int) }
        for row in rows {
            let time = (quarters.first + row.place * quarters.width) * 900
            histograms[steps.index(of: time)].add(row.calls, to: row.part, bucket: row.bucket)
        }
        return histograms
    }
}

extension GatewayActivity {
    /// Of a row that begins with `GatewaySpan.sums`.
    fileprivate init(_ row: Row) throws {
        self.init(calls: try row[0], errors: try row[1], requestBytes: try row[2], responseBytes: try row[3])
    }
}

import Foundation
import Storage
import Web

/// Remote calls of a range as devices saw them, by operation.
public struct RPCStatistics: Codable, Sendable, StatisticsReaching {
    /// In the order asked for, 100 at most.
    public let items: [RPCItem]
    public let totals: RPCTotals
    public let range: StatisticsRangeBody
    public let receivedAt: OrNull<Date>
    /// As in ``CrashStatistics``.
    public let completeUntil: OrNull<Date>
}

public struct RPCItem: Codable, Sendable, Equatable {
    public let operation: String
    public let calls: Int
    /// Calls whose result code was not 1000.
    public let errors: Int
    public let errorRate: OrNull<Double>
    /// Of all calls together.
    public let milliseconds: Int
    /// Percentiles of one call, in milliseconds.
    public let p50: OrNull<Int>
    public let p90: OrNull<Int>
    public let p99: OrNull<Int>
    public let requestBytes: Int
    public let responseBytes: Int

    init(_ row: RPCRow, _ durations: DurationFigures) {
        operation = row.operation
        calls = row.calls
        errors = row.errors
        errorRate = OrNull(StatisticsRate.of(row.errors, row.calls))
        milliseconds = row.milliseconds
        (p50, p90, p99) = (durations.p50, durations.p90, durations.p99)
        requestBytes = row.requestBytes
        responseBytes = row.responseBytes
    }

    public var bytes: Int { requestBytes + responseBytes }
}

public struct RPCTotals: Codable, Sendable, Equatable {
    public let operations: Int
    public let calls: Int
    public let errors: Int
    public let errorRate: OrNull<Double>
    public let bytes: Int
}

/// What a ranking goes by; the highest comes first.
public enum RPCOrder: String, Codable, CaseIterable, Sendable {
    case calls
    /// All milliseconds of an operation together: where waiting is spent.
    case time
    /// Bytes both ways.
    case traffic
}

/// One operation's sums.
struct RPCRow {
    var operation = ""
    var calls = 0
    var errors = 0
    var milliseconds = 0
    var requestBytes = 0
    var responseBytes = 0

    func weight(_ order: RPCOrder) -> Int {
        switch order {
        case .calls: calls
        case .time: milliseconds
        case .traffic: requestBytes + responseBytes
        }
    }
}

extension Statistics {
    /// Operations ranked at most; a device can name any, so their number has to have an end.
    static let rankLimit = 100

    /// - Parameter range: with steps of a quarter or longer.
    public func rpc(_ filter: StatisticsFilter, _ range: StatisticsRange, by order: RPCOrder) async throws -> RPCStatistics {
        try await database.read { connection in
            let (items, totals) = try rank(connection, filter, range, by: order, limit: Self.rankLimit)
            return RPCStatistics(
                items: items,
                totals: totals,
                range: StatisticsRangeBody(range),
                receivedAt: OrNull(try connection.lastReceived(app: filter.app)),
                completeUntil: OrNull(try connection.completeUntil(filter, at: clock.now))
            )
        }
    }

    func rank(
        _ connection: Connection,
        _ filter: StatisticsFilter,
        _ range: StatisticsRange,
        by order: RPCOrder,
        limit: Int
    ) throws -> (items: [RPCItem], totals: RPCTotals) {
        let rows = try connection.calls(filter, range)
        let ranked = rows.sorted { ($1.weight(order), $0.operation) < ($0.weight(order), $1.operation) }.prefix(limit)
        let durations = try connection.callDurations(filter, range, operations: ranked.map(\.operation))
        return (ranked.map { RPCItem($0, DurationFigures(durations[$0.operation] ?? TelemetryHistogram())) }, Self.totals(rows))
    }

    private static func totals(_ rows: [RPCRow]) -> RPCTotals {
        let calls = rows.reduce(0) { $0 + $1.calls }
        let errors = rows.reduce(0) { $0 + $1.errors }
        return RPCTotals(
            operations: rows.count,
            calls: calls,
            errors: errors,
            errorRate: OrNull(StatisticsRate.of(errors, calls)),
            bytes: rows.reduce(0) { $0 + $1.requestBytes + $1.responseBytes }
        )
    }
}

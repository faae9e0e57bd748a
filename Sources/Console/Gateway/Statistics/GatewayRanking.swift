import Foundation
import Storage
import Web

/// Calls of a range by operation, as the gateway saw them.
struct GatewayRanking: Codable, Sendable, Listing {
    /// In the order asked for, 100 at most.
    let items: [GatewayRank]
    /// One for every step of the range, also the empty ones.
    let steps: [GatewayItem]
    /// Errors by code, the most frequent first.
    let codes: [GatewayCodeItem]
    let totals: GatewayTotals
    let range: StatisticsRangeBody
}

/// An operation. Percentiles are off by at most 3.2 %, and cover the quarters of an hour that the range touches.
struct GatewayRank: Codable, Sendable, Equatable {
    /// `unknown` for names that the console does not know.
    let operation: String
    let calls: Int
    /// Calls that were not answered with 1000.
    let errors: Int
    let errorRate: OrNull<Double>
    /// Of all calls together, here and waiting for the upstream.
    let totalMicroseconds: Int
    /// Spent here by one call.
    let gatewayMicroseconds: DurationFigures
    /// Waited for the upstream by one call that was passed on.
    let upstreamMilliseconds: DurationFigures
    let requestBytes: Int
    let responseBytes: Int

    var bytes: Int { requestBytes + responseBytes }

    func weight(_ order: GatewayOrder) -> Int {
        switch order {
        case .calls: calls
        case .time: totalMicroseconds
        case .traffic: bytes
        case .errors: errors
        }
    }
}

struct GatewayTotals: Codable, Sendable, Equatable {
    let operations: Int
    let calls: Int
    let errors: Int
    let errorRate: OrNull<Double>
    let gatewayMicroseconds: DurationFigures
    let upstreamMilliseconds: DurationFigures
    let requestBytes: Int
    let responseBytes: Int
}

/// What a ranking goes by; the highest comes first.
enum GatewayOrder: String, Codable, CaseIterable, Sendable {
    case calls
    /// All time of an operation together: where waiting is spent.
    case time
    /// Bytes both ways.
    case traffic
    case errors
}

extension GatewayStatistics {
    /// Operations ranked at most.
    static let rankLimit = 100

    func ranking(_ filter: StatisticsFilter, _ range: StatisticsRange, by order: GatewayOrder) async throws -> GatewayRanking {
        try await database.read { connection in
            let rows = try connection.gatewayOperations(filter, range)
            let durations = try connection.gatewayDurations(filter, range)
            return GatewayRanking(
                items: Array(Self.ranked(rows, durations, by: order).prefix(Self.rankLimit)),
                steps: zip(range.starts, try connection.gatewaySteps(filter, range)).map { GatewayItem($0, $1) },
                codes: GatewayCodeItem.errors(try connection.gatewayCodes(filter, range)),
                totals: GatewayTotals(rows, durations),
                range: StatisticsRangeBody(range)
            )
        }
    }

    /// The versions that called in a range.
    func versions(_ filter: StatisticsFilter, _ range: StatisticsRange) async throws -> [String] {
        try await database.read { try $0.gatewayVersions(filter, range).map(\.version).filter { !$0.isEmpty } }
    }

    /// The first operations by calls.
    static func mostCalled(_ connection: Connection, _ filter: StatisticsFilter, _ range: StatisticsRange, limit: Int) throws -> [GatewayRank] {
        let rows = try connection.gatewayOperations(filter, range)
        return Array(ranked(rows, try connection.gatewayDurations(filter, range), by: .calls).prefix(limit))
    }

    private static func ranked(
        _ rows: [GatewayOperationRow],
        _ durations: [String: GatewayHistograms],
        by order: GatewayOrder
    ) -> [GatewayRank] {
        let ranks = rows.map { GatewayRank($0, durations[$0.operation] ?? GatewayHistograms()) }
        return ranks.sorted { ($1.weight(order), $0.operation) < ($0.weight(order), $1.operation) }
    }
}

/// One operation's sums.
struct GatewayOperationRow {
    let operation: String
    let activity: GatewayActivity
    let microseconds: Int
}

extension GatewayRank {
    fileprivate init(_ row: GatewayOperationRow, _ durations: GatewayHistograms) {
        operation = row.operation
        calls = row.activity.calls
        errors = row.activity.errors
        errorRate = OrNull(StatisticsRate.of(row.activity.errors, row.activity.calls))
        totalMicroseconds = row.microseconds
        gatewayMicroseconds = DurationFigures(durations.gateway)
        upstreamMilliseconds = DurationFigures(durations.upstream)
        requestBytes = row.activity.requestBytes
        responseBytes = row.activity.responseBytes
    }
}

extension GatewayTotals {
    init(_ rows: [GatewayOperationRow], _ durations: [String: GatewayHistograms]) {
        let sum = rows.reduce(into: GatewayActivity()) { $0 += $1.activity }
        let all = durations.values.reduce(into: GatewayHistograms()) { $0 += $1 }
        operations = rows.count
        calls = sum.calls
        errors = sum.errors
        errorRate = OrNull(StatisticsRate.of(sum.errors, sum.calls))
        gatewayMicroseconds = DurationFigures(all.gateway)
        upstreamMilliseconds = DurationFigures(all.upstream)
        requestBytes = sum.requestBytes
        responseBytes = sum.responseBytes
    }
}

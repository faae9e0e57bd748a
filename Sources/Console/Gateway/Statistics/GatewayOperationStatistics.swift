import Foundation
import Storage
import Web

/// Calls of one operation in a range.
struct GatewayOperationStatistics: Codable, Sendable {
    let operation: String
    /// One for every step of the range, also the empty ones.
    let items: [GatewayItem]
    /// The same for durations, which are counted by quarters of an hour: their steps are no shorter than that.
    let durations: [GatewayDurationItem]
    /// Most calls first.
    let versions: [GatewayVersionItem]
    /// Errors by code, the most frequent first.
    let codes: [GatewayCodeItem]
    let totals: GatewayTotals
    let range: StatisticsRangeBody
}

struct GatewayDurationItem: Codable, Sendable, Equatable {
    /// When the step begins.
    let time: Date
    /// Spent here by one call.
    let gatewayMicroseconds: DurationFigures
    /// Waited for the upstream by one call.
    let upstreamMilliseconds: DurationFigures

    init(_ time: Date, _ histograms: GatewayHistograms) {
        self.time = time
        gatewayMicroseconds = DurationFigures(histograms.gateway)
        upstreamMilliseconds = DurationFigures(histograms.upstream)
    }
}

struct GatewayVersionItem: Codable, Sendable, Equatable {
    let platform: Platform
    /// Empty when the device did not say.
    let version: String
    let calls: Int
    let errors: Int
    let errorRate: OrNull<Double>
    /// Mean of one call.
    let gatewayMicroseconds: OrNull<Double>

    init(_ platform: Platform, _ version: String, calls: Int, errors: Int, microseconds: Int) {
        self.platform = platform
        self.version = version
        self.calls = calls
        self.errors = errors
        errorRate = OrNull(StatisticsRate.of(errors, calls))
        gatewayMicroseconds = OrNull(StatisticsRate.of(microseconds, calls))
    }
}

extension GatewayStatistics {
    func operation(_ operation: String, _ filter: StatisticsFilter, _ range: StatisticsRange) async throws -> GatewayOperationStatistics {
        let coarse = range.inQuarters
        return try await database.read { connection in
            let steps = try connection.gatewaySteps(filter, range, operation: operation)
            let rows = try connection.gatewayOperations(filter, range, operation: operation)
            return GatewayOperationStatistics(
                operation: operation,
                items: zip(range.starts, steps).map { GatewayItem($0, $1) },
                durations: zip(coarse.starts, try connection.gatewayDurationSteps(filter, coarse, operation: operation)).map {
                    GatewayDurationItem($0, $1)
                },
                versions: try connection.gatewayVersions(filter, range, operation: operation),
                codes: GatewayCodeItem.errors(try connection.gatewayCodes(filter, range, operation: operation)),
                totals: GatewayTotals(rows, try connection.gatewayDurations(filter, range, operation: operation)),
                range: StatisticsRangeBody(range)
            )
        }
    }
}

extension StatisticsRange {
    /// The same in steps of a quarter of an hour, where its own are shorter.
    var inQuarters: StatisticsRange {
        step.seconds >= 900 ? self : StatisticsRange(from: from, to: to, step: .minutes(15), zone: zone, preset: preset)
    }
}

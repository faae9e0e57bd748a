import Foundation
import Web

/// Calls together: of a step, a version, an operation, or a whole range.
struct GatewayActivity: Sendable, Equatable {
    var calls = 0
    /// Calls that were not answered with 1000.
    var errors = 0
    var requestBytes = 0
    var responseBytes = 0

    static func += (sum: inout Self, other: Self) {
        sum.calls += other.calls
        sum.errors += other.errors
        sum.requestBytes += other.requestBytes
        sum.responseBytes += other.responseBytes
    }
}

/// Calls of one step.
struct GatewayItem: Codable, Sendable, Equatable {
    /// When the step begins.
    let time: Date
    let calls: Int
    let errors: Int
    /// Null without calls.
    let errorRate: OrNull<Double>
    let requestBytes: Int
    let responseBytes: Int

    init(_ time: Date, _ activity: GatewayActivity) {
        self.time = time
        calls = activity.calls
        errors = activity.errors
        errorRate = OrNull(StatisticsRate.of(activity.errors, activity.calls))
        requestBytes = activity.requestBytes
        responseBytes = activity.responseBytes
    }
}

/// Calls that were answered in one way.
struct GatewayCodeItem: Codable, Sendable, Equatable {
    /// As in `Result-Status`.
    let status: Int
    let calls: Int
    /// Of all calls.
    let share: OrNull<Double>

    /// The most frequent first; 1000 is not among them.
    static func errors(_ calls: [Int: Int]) -> [GatewayCodeItem] {
        let all = calls.values.reduce(0, +)
        let errors = calls.filter { $0.key != GatewayStatus.ok.rawValue }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return errors.map { GatewayCodeItem(status: $0.key, calls: $0.value, share: OrNull(StatisticsRate.of($0.value, all))) }
    }
}

/// How long calls took, of the quarters of an hour that a range touches.
struct GatewayHistograms: Sendable {
    /// In microseconds.
    var gateway = TelemetryHistogram()
    /// In milliseconds.
    var upstream = TelemetryHistogram()

    mutating func add(_ calls: Int, to part: GatewayPart, bucket: Int) {
        switch part {
        case .gateway: gateway.add(calls, toBucket: bucket)
        case .upstream: upstream.add(calls, toBucket: bucket)
        }
    }

    static func += (sum: inout Self, other: Self) {
        sum.gateway.add(other.gateway)
        sum.upstream.add(other.upstream)
    }
}

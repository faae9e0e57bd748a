import Foundation
import Storage

/// Whose time it is.
enum GatewayPart: String, Sendable, SQLConvertible {
    /// Spent here, counted in microseconds.
    case gateway
    /// Waiting for the upstream, counted in milliseconds.
    case upstream
}

/// The sums of one cell, by time.
struct GatewayCellSums: Sendable {
    private(set) var minutes: [Minute: GatewaySum] = [:]
    private(set) var durations: [Quarter: TelemetryHistogram] = [:]

    struct Minute: Hashable, Sendable {
        /// Since 1970 UTC.
        let minute: Int
        let status: Int
    }

    struct Quarter: Hashable, Sendable {
        /// 15 minutes each, since 1970 UTC.
        let quarter: Int
        let part: GatewayPart
    }

    /// - Returns: how many keys are new.
    mutating func add(_ record: GatewayRecord, at minute: Minute) -> Int {
        let before = minutes.count + durations.count
        minutes[minute, default: GatewaySum()] += GatewaySum(record)
        durations[Quarter(quarter: minute.minute / 15, part: .gateway), default: TelemetryHistogram()].add(record.gatewayMicroseconds)
        if let upstream = record.upstreamMicroseconds {
            durations[Quarter(quarter: minute.minute / 15, part: .upstream), default: TelemetryHistogram()].add(upstream / 1_000)
        }
        return minutes.count + durations.count - before
    }
}

extension GatewayCellSums.Minute {
    init(_ record: GatewayRecord) {
        self.init(minute: Int((record.at.timeIntervalSince1970 / 60).rounded(.down)), status: record.status.rawValue)
    }
}

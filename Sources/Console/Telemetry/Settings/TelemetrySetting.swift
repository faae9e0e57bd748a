import Storage
import Web

/// What devices of a platform are told to do with one kind of log.
struct TelemetrySetting: Codable, Sendable, Equatable {
    let platform: Platform
    let kind: TelemetryLogType
    var enabled = true
    /// On which networks to upload.
    var network = Network.all
    /// The least important level that is uploaded: 1 (everything) to 3.
    var level = 2
    /// Lines to gather before an upload.
    var threshold = 100
    /// How many of 1,000 devices upload.
    var sampleRate = 1_000

    enum Network: String, Codable, CaseIterable, Sendable, SQLConvertible {
        case all, wifi
    }

    /// What an operator sets.
    struct Change: Codable, Sendable {
        let enabled: Bool
        let network: Network
        let level: Int
        let threshold: Int
        let sampleRate: Int

        /// - Throws: `invalid` with every field out of range.
        func check() throws {
            var wrong: [Rejection] = []
            if !(1...3).contains(level) { wrong.append(Rejection("level", "telemetry.range", ["from": "1", "to": "3"])) }
            if !(1...1_000).contains(threshold) { wrong.append(Rejection("threshold", "telemetry.range", ["from": "1", "to": "1000"])) }
            if !(0...1_000).contains(sampleRate) { wrong.append(Rejection("sampleRate", "telemetry.range", ["from": "0", "to": "1000"])) }
            if !wrong.isEmpty { throw Problem.invalid(wrong) }
        }
    }

    func changed(_ change: Change) -> TelemetrySetting {
        TelemetrySetting(
            platform: platform,
            kind: kind,
            enabled: change.enabled,
            network: change.network,
            level: change.level,
            threshold: change.threshold,
            sampleRate: change.sampleRate
        )
    }

    /// For the audit log.
    var fields: [String: String] {
        ["enabled": "\(enabled)", "network": network.rawValue, "level": "\(level)", "threshold": "\(threshold)", "sampleRate": "\(sampleRate)"]
    }
}

extension TelemetryLogType: SQLConvertible {}

import Foundation
import Web

/// What an app's people want to be told of.
struct AlertRule: Codable, Sendable, Equatable, Identifiable {
    let id: String
    let name: String
    let kind: AlertKind
    let enabled: Bool
    /// Null for all.
    let platform: OrNull<Platform>
    /// Exactly; null for all, of which each is looked at by itself.
    let version: OrNull<String>
    /// Of `crashRate`: the limit, in percent of devices.
    let percentage: OrNull<Double>
    /// Of `velocity`: how many times as many reports as usual.
    let factor: OrNull<Double>
    /// Of `crashRate` active devices, of `velocity` reports that there have to be; of `devices` the number that is not to be passed.
    let minimum: OrNull<Int>
    /// Of `crashRate` days of the app's zone, today the last of them; of `velocity` hours.
    let span: OrNull<Int>
    /// How long the rule does not speak of the same thing again.
    let quietMinutes: Int
    /// Ids of the channels that are told; the console's own list has every alert.
    let channels: [String]
    let createdAt: Date
    let createdBy: String
    let changedAt: Date

    /// Rules of one app at most: each of them is looked at every minute.
    static let most = 50
}

extension AlertRule {
    /// For the log of changes.
    var audited: [String: String] {
        [
            "name": name, "kind": kind.rawValue, "enabled": "\(enabled)", "platform": platform.value?.rawValue ?? "", "version": version.value ?? "",
            "percentage": percentage.value.map { "\($0)" } ?? "", "factor": factor.value.map { "\($0)" } ?? "",
            "minimum": minimum.value.map { "\($0)" } ?? "", "span": span.value.map { "\($0)" } ?? "", "quietMinutes": "\(quietMinutes)",
            "channels": channels.joined(separator: ", "),
        ].filter { !$0.value.isEmpty }
    }

    /// The same, on or off.
    func turned(on: Bool, at time: Date) -> AlertRule {
        AlertRule(
            id: id,
            name: name,
            kind: kind,
            enabled: on,
            platform: platform,
            version: version,
            percentage: percentage,
            factor: factor,
            minimum: minimum,
            span: span,
            quietMinutes: quietMinutes,
            channels: channels,
            createdAt: createdAt,
            createdBy: createdBy,
            changedAt: time
        )
    }
}

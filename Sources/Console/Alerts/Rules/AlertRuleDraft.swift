import Foundation
import Web

/// A rule as somebody writes it down; what its kind does not ask for is not kept.
struct AlertRuleDraft: Codable, Sendable {
    var name: String
    /// Of a new rule; afterwards it stays, and this may only say the same.
    var kind: AlertKind?
    /// True when absent.
    var enabled: Bool?
    var platform: Platform?
    var version: String?
    /// Of `crashRate`; 0.01 to 100.
    var percentage: Double?
    /// Of `velocity`; above 1, 3 when absent.
    var factor: Double?
    /// Of `crashRate` 100 devices, of `velocity` 20 reports, of `devices` 50 when absent.
    var minimum: Int?
    /// Of `crashRate` 1 to 7 days, of `velocity` 1 to 24 hours; 1 when absent.
    var span: Int?
    /// 0 to 10,080; 10 of `newGroup` and `regression`, 360 of the others when absent.
    var quietMinutes: Int?
    /// None when absent.
    var channels: [String]?

    /// - Throws: `invalid` with every field that is wrong.
    func rule(_ id: String, _ kind: AlertKind, createdAt: Date, by author: String, at time: Date) throws -> AlertRule {
        try check(kind)
        return AlertRule(
            id: id,
            name: name.trimmingCharacters(in: .whitespaces),
            kind: kind,
            enabled: enabled ?? true,
            platform: OrNull(platform),
            version: OrNull(version?.trimmingCharacters(in: .whitespaces).orNil),
            percentage: OrNull(kind == .crashRate ? percentage : nil),
            factor: OrNull(kind == .velocity ? factor ?? 3 : nil),
            minimum: OrNull(minimum ?? Self.standardMinimum(of: kind)).of(kind.isHappening ? nil : kind),
            span: OrNull(span ?? 1).of(kind == .crashRate || kind == .velocity ? kind : nil),
            quietMinutes: quietMinutes ?? Self.standardQuiet(of: kind),
            channels: (channels ?? []).reduce(into: []) { if !$0.contains($1) { $0.append($1) } },
            createdAt: createdAt,
            createdBy: author,
            changedAt: time
        )
    }

    static func standardMinimum(of kind: AlertKind) -> Int? {
        switch kind {
        case .crashRate: 100
        case .velocity: 20
        case .devices: 50
        case .newGroup, .regression, .undelivered, .hotpatch: nil
        }
    }

    static func standardQuiet(of kind: AlertKind) -> Int { kind.isHappening ? 10 : 360 }

    /// Of days: more would be looked through each minute.
    static func spans(of kind: AlertKind) -> ClosedRange<Int> { kind == .velocity ? 1...24 : 1...7 }

    private func check(_ kind: AlertKind) throws {
        var wrong: [Rejection] = []
        let name = name.trimmingCharacters(in: .whitespaces)
        if !(1...60).contains(name.unicodeScalars.count) || !name.isOneLine { wrong.append(Rejection("name", "alerts.name.invalid")) }
        if let own = self.kind, own != kind { wrong.append(Rejection("kind", "alerts.rule.kindStays")) }
        if let version, version.utf8.count > 64 || !version.isOneLine { wrong.append(Rejection("version", "alerts.rule.version.invalid")) }
        wrong += numbers(kind)
        if !(0...10_080).contains(quietMinutes ?? 0) { wrong.append(Self.range("quietMinutes", "0", "10080")) }
        if (channels ?? []).count > AlertChannel.most { wrong.append(Rejection("channels", "alerts.rule.channels.unknown")) }
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
    }

    private func numbers(_ kind: AlertKind) -> [Rejection] {
        var wrong: [Rejection] = []
        if kind == .crashRate {
            if let percentage {
                if !(percentage >= 0.01 && percentage <= 100) { wrong.append(Self.range("percentage", "0.01", "100")) }
            } else {
                wrong.append(Rejection("percentage", "web.required"))
            }
        }
        if kind == .velocity, let factor, !(factor > 1 && factor <= 1_000) { wrong.append(Self.range("factor", "1.01", "1000")) }
        if !kind.isHappening, let minimum, !(1...1_000_000_000).contains(minimum) { wrong.append(Self.range("minimum", "1", "1000000000")) }
        let spans = Self.spans(of: kind)
        if kind == .crashRate || kind == .velocity, let span, !spans.contains(span) {
            wrong.append(Self.range("span", "\(spans.lowerBound)", "\(spans.upperBound)"))
        }
        return wrong
    }

    private static func range(_ field: String, _ from: String, _ to: String) -> Rejection {
        Rejection(field, "alerts.range", ["from": from, "to": to])
    }
}

extension OrNull {
    /// Nothing where a kind does not ask for it.
    fileprivate func of(_ kind: AlertKind?) -> OrNull { kind == nil ? OrNull(nil) : self }
}

import Foundation
import Storage
import Web

/// By what the console asks devices for logs of itself: some that were hit, and as many that are like them and were not.
struct DiagnosisRule: Codable, Sendable, Equatable {
    let id: String
    let name: String
    let kind: Kind
    /// Of the kind `group`: which group of crashes.
    let group: OrNull<String>
    /// Of the kind `alert`: alerts of which kind.
    let alertKind: OrNull<AlertKind>
    /// Devices that were hit, and that were not, asked each time.
    let affected: Int
    let healthy: Int
    /// Of logs before the last crash.
    let hours: Int
    let network: DiagnosisNetwork
    let channel: DiagnosisChannel
    let enabled: Bool
    let createdAt: Date
    let createdBy: String

    /// Stored: the words do not change.
    enum Kind: String, Codable, CaseIterable, Sendable, SQLConvertible {
        /// A group gets reports; once a day.
        case group
        /// A group is new; once.
        case newGroup
        /// An alert was raised; once each.
        case alert
    }

    /// Of one app.
    static let most = 20
    static let mostDevices = 10
}

/// A rule as somebody writes it down.
struct DiagnosisRuleDraft: Codable, Sendable {
    let name: String
    let kind: DiagnosisRule.Kind
    var group: String?
    var alertKind: AlertKind?
    /// 3 when absent.
    var affected: Int?
    var healthy: Int?
    /// 24 when absent.
    var hours: Int?
    var network: DiagnosisNetwork?
    var channel: DiagnosisChannel?

    /// - Throws: `invalid` with every field that is wrong.
    func rule(_ id: String, at now: Date, by name: String) throws -> DiagnosisRule {
        let title = self.name.trimmingCharacters(in: .whitespaces)
        let wrong = rejections(title)
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
        return DiagnosisRule(
            id: id,
            name: title,
            kind: kind,
            group: OrNull(kind == .group ? group : nil),
            alertKind: OrNull(kind == .alert ? alertKind : nil),
            affected: affected ?? 3,
            healthy: healthy ?? 3,
            hours: hours ?? 24,
            network: network ?? .wifi,
            channel: channel ?? .poll,
            enabled: true,
            createdAt: now,
            createdBy: name
        )
    }

    private func rejections(_ title: String) -> [Rejection] {
        var wrong: [Rejection] = []
        if !(1...60).contains(title.unicodeScalars.count) || !title.isOneLine { wrong.append(Rejection("name", "diagnosis.rule.name")) }
        if kind == .group, (group ?? "").isEmpty { wrong.append(Rejection("group", "web.required")) }
        if kind == .alert, alertKind == nil { wrong.append(Rejection("alertKind", "web.required")) }
        if kind == .alert, let alertKind, !AlertKind.ofRules.contains(alertKind) { wrong.append(Rejection("alertKind", "web.choice")) }
        let most = DiagnosisRule.mostDevices
        let ranges = [("affected", affected, 1...most), ("healthy", healthy, 0...most), ("hours", hours, 1...DiagnosisLimits.hours)]
        for (field, value, range) in ranges {
            guard let value, !range.contains(value) else { continue }
            wrong.append(Rejection(field, "diagnosis.range", ["from": "\(range.lowerBound)", "to": "\(range.upperBound)"]))
        }
        return wrong
    }
}

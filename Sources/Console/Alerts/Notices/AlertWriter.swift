import Foundation
import Web

/// Puts alerts into sentences of one language.
struct AlertWriter: Sendable {
    let words: Catalogue.Words
    let formatter: ReaderFormatter

    init(_ words: Catalogue.Words, zone: TimeZone, now: Date) {
        self.words = words
        formatter = ReaderFormatter(words: words, zone: zone, now: now)
    }

    /// What happened, in a line.
    func title(_ alert: Alert, in app: String) -> String {
        let facts = alert.facts
        let isOne = facts.groupCount <= 1
        var key = alert.kind.rawValue
        if alert.kind.isHappening { key += isOne ? ".one" : ".many" }
        if let hotpatch = facts.hotpatch { key += hotpatch.halted ? ".halted" : ".told" }
        return words[
            Message(
                "alerts.said.\(key)",
                [
                    "app": app, "version": facts.hotpatch?.version ?? version(facts), "title": title(facts.groups.first),
                    "count": number(facts.groupCount),
                    "rate": percent(facts.rate), "limit": percent(facts.limit), "reports": number(facts.reports), "span": number(facts.span),
                    "usual": usual(facts), "devices": number(facts.devices), "channel": facts.channel ?? "",
                ]
            )
        ]
    }

    /// What is known of it, a line each.
    /// - Parameter naming: whether its groups are named, where there are several.
    func lines(_ alert: Alert, naming: Bool = true) -> [String] {
        let facts = alert.facts
        var lines: [String] = []
        if naming, facts.groupCount > 1 { lines += facts.groups.map { title($0) + ($0.version.isEmpty ? "" : " (\($0.version))") } }
        if facts.groupCount > facts.groups.count {
            lines.append(words[Message("alerts.line.more", ["count": number(facts.groupCount - facts.groups.count)])])
        }
        if let low = facts.low, let high = facts.high {
            let counts = ["crashed": number(facts.crashedDevices), "devices": number(facts.devices), "days": number(facts.span)]
            lines.append(words[Message("alerts.line.crashRate", counts)])
            lines.append(words[Message("alerts.line.interval", ["low": percent(low), "high": percent(high)])])
        }
        if let hotpatch = facts.hotpatch { lines += self.lines(hotpatch) }
        if alert.kind == .devices { lines.append(words[Message("alerts.line.limit", ["limit": number(facts.minimum)])]) }
        if let platform = facts.platform { lines.append("\(words["alerts.platform"]): \(words["label.platform.\(platform.rawValue)"])") }
        if let attempts = facts.attempts { lines.append(words[Message("alerts.line.attempts", ["count": number(attempts)])]) }
        if !alert.ruleName.isEmpty { lines.append("\(words["alerts.rule"]): \(alert.ruleName)") }
        return lines
    }

    private func lines(_ hotpatch: AlertFacts.Hotpatch) -> [String] {
        let arguments = [
            "percentage": percent(hotpatch.percentage), "evidence": number(Int(hotpatch.evidence.rounded())),
            "threshold": number(Int(hotpatch.threshold)), "treated": number(hotpatch.treated), "treatedCrashed": number(hotpatch.treatedCrashed),
            "control": number(hotpatch.control), "controlCrashed": number(hotpatch.controlCrashed),
        ]
        return ["treatment", "control", "evidence"].map { words[Message("alerts.line.hotpatch.\($0)", arguments)] }
    }

    func time(_ date: Date) -> String { formatter.datetime(date) }

    private func title(_ group: AlertFacts.Group?) -> String {
        let title = group?.title ?? ""
        return title.isEmpty ? words["alerts.untitled"] : String(title.prefix(200))
    }

    private func version(_ facts: AlertFacts) -> String {
        let version = facts.version ?? facts.groups.first?.version ?? ""
        return version.isEmpty ? words["statistics.unknown"] : version
    }

    private func usual(_ facts: AlertFacts) -> String {
        guard let usual = facts.usual else { return "-" }
        return usual < 10 ? String(format: "%.1f", usual) : number(Int(usual.rounded()))
    }

    private func percent(_ share: Double?) -> String { share.map(formatter.percent) ?? "-" }
    private func number(_ count: Int?) -> String { count.map { formatter.number(Double($0)) } ?? "-" }
}

import Web

/// What `Views/Alerts/rules` shows beside the list itself.
struct AlertRulesPage: Codable, Sendable {
    let rows: [Row]
    let mayEdit: Bool

    struct Row: Codable, Sendable {
        let rule: AlertRule
        /// Names of the channels that are told.
        let channels: [String]
    }

    init(_ rules: [AlertRule], _ channels: [AlertChannel], mayEdit: Bool) {
        rows = rules.map { rule in Row(rule: rule, channels: channels.filter { rule.channels.contains($0.id) }.map(\.name)) }
        self.mayEdit = mayEdit
    }
}

/// First the kind is chosen, then comes the form of that kind.
struct AlertNewRulePage: Codable, Sendable {
    let kinds: [AlertKind]
    let form: AlertRuleForm?
}

/// What `Views/Alerts/rule` shows beside the rule itself.
struct AlertRulePage: Codable, Sendable {
    let form: AlertRuleForm
    let mayEdit: Bool
}

/// The fields of a rule, filled with what was typed just now, otherwise with the rule as it is. Read by `Views/Alerts/ruleFields`.
struct AlertRuleForm: Codable, Sendable {
    let kind: AlertKind
    let name: String
    let platforms: [AppPlatformChoice]
    let version: String
    let percentage: String
    let factor: String
    let minimum: String
    let span: String
    let quietMinutes: String
    let channels: [Channel]
    /// Which fields the kind has.
    let asksPercentage: Bool
    let asksFactor: Bool
    let asksMinimum: Bool
    let asksSpan: Bool

    struct Channel: Codable, Sendable {
        let id: String
        let name: String
        let kind: AlertChannelKind
        let chosen: Bool
        let enabled: Bool
    }

    init(_ rule: AlertRule?, _ kind: AlertKind, _ channels: [AlertChannel], _ app: App, _ context: Context) {
        func number(_ field: String, _ stored: Int?, _ standard: Int?) -> String {
            context.filled(field, (stored ?? standard).map { "\($0)" } ?? "")
        }
        func number(_ field: String, _ stored: Double?, _ standard: Double) -> String {
            let value = stored ?? standard
            return context.filled(field, Int(exactly: value).map { "\($0)" } ?? "\(value)")
        }
        self.kind = kind
        name = context.filled("name", rule?.name ?? "")
        platforms = AppPlatformChoice.all(of: app, chosen: context.filled("platform", rule?.platform.value?.rawValue ?? ""))
        version = context.filled("version", rule?.version.value ?? "")
        percentage = number("percentage", rule?.percentage.value, 1)
        factor = number("factor", rule?.factor.value, 3)
        minimum = number("minimum", rule?.minimum.value, AlertRuleDraft.standardMinimum(of: kind))
        span = number("span", rule?.span.value, 1)
        quietMinutes = number("quietMinutes", rule?.quietMinutes, AlertRuleDraft.standardQuiet(of: kind))
        let chosen = Set(context.submitted.map { $0.all("channels") } ?? rule?.channels ?? [])
        self.channels = channels.map {
            Channel(id: $0.id, name: $0.name, kind: $0.kind, chosen: chosen.contains($0.id), enabled: $0.enabled)
        }
        asksPercentage = kind == .crashRate
        asksFactor = kind == .velocity
        asksMinimum = !kind.isHappening
        asksSpan = kind == .crashRate || kind == .velocity
    }
}

import Web

/// The fields of the settings, filled with what was typed just now, otherwise with what holds.
struct DiagnosisSettingsPage: Codable, Sendable {
    let fields: Fields
    let mayEdit: Bool
    /// Whether the asker may make tasks.
    let mayMake: Bool

    struct Fields: Codable, Sendable {
        let approval: Bool
        let consent: Bool
        let lifeDays: String
        let largestMegabytes: String
        let keepDays: String
        let dailyQuota: String
    }

    init(_ option: DiagnosisOption, _ app: App, _ context: Context) {
        let sent = context.submitted
        fields = Fields(
            approval: sent.map { $0["approval"] != nil } ?? option.approval,
            consent: sent.map { $0["consent"] != nil } ?? option.consent,
            lifeDays: context.filled("lifeDays", "\(option.lifeDays)"),
            largestMegabytes: context.filled("largestMegabytes", "\(option.largestMegabytes)"),
            keepDays: context.filled("keepDays", "\(option.keepDays)"),
            dailyQuota: context.filled("dailyQuota", "\(option.dailyQuota)")
        )
        mayEdit = Policy.role(.admin).admits(context.viewer, app: app.id)
        mayMake = context.mayOperate(app.id)
    }
}

/// What the list of rules shows beside them.
struct DiagnosisRulesPage: Codable, Sendable {
    let rows: [DiagnosisRule]
    let mayEdit: Bool
    let dailyQuota: Int
}

/// The fields of a new rule.
struct DiagnosisRuleForm: Codable, Sendable {
    let name: String
    let kinds: [Kind]
    let group: String
    let alertKinds: [Alerting]
    let affected: String
    let healthy: String
    let hours: String
    let networks: [DiagnosisFormPage.Network]
    let channels: [DiagnosisFormPage.Channel]

    struct Kind: Codable, Sendable {
        let kind: DiagnosisRule.Kind
        let chosen: Bool
    }

    struct Alerting: Codable, Sendable {
        let kind: AlertKind
        let chosen: Bool
    }

    init(_ query: DiagnosisRuleRoutes.NewQuery, _ context: Context) {
        name = context.filled("name")
        let kind = context.filled("kind", (query.group == nil ? DiagnosisRule.Kind.newGroup : .group).rawValue)
        kinds = DiagnosisRule.Kind.allCases.map { Kind(kind: $0, chosen: $0.rawValue == kind) }
        group = context.filled("group", query.group ?? "")
        let alertKind = context.filled("alertKind")
        alertKinds = AlertKind.ofRules.map { Alerting(kind: $0, chosen: $0.rawValue == alertKind) }
        affected = context.filled("affected", "3")
        healthy = context.filled("healthy", "3")
        hours = context.filled("hours", "24")
        let network = context.filled("network", DiagnosisNetwork.wifi.rawValue)
        networks = DiagnosisNetwork.allCases.map { .init(network: $0, chosen: $0.rawValue == network) }
        let channel = context.filled("channel", DiagnosisChannel.push.rawValue)
        channels = DiagnosisChannel.allCases.map { .init(channel: $0, chosen: $0.rawValue == channel) }
    }
}

import Web

/// One rule with its fields, and what is wrong with them.
struct SwitchRuleForm: Codable, Sendable {
    /// In the names of fields, from 0.
    let place: String
    let number: Int
    let first: Bool
    let fields: SwitchRuleFields
    let platforms: [AppPlatformChoice]
    let value: SwitchValueField
    let wrong: Wrong

    struct Wrong: Codable, Sendable {
        let platform: Message?
        let versions: Message?
        let osVersions: Message?
        let models: Message?
        let users: Message?
        let percentage: Message?
        let value: Message?
    }
}

extension SwitchRuleForm {
    init(_ rule: SwitchRuleFields, _ index: Int, _ type: SwitchType?, _ app: App, _ context: Context) {
        func wrong(_ field: String) -> Message? { context.rejection("rules.\(index).\(field)") }
        place = "\(index)"
        number = index + 1
        first = index == 0
        fields = rule
        platforms = AppPlatformChoice.all(of: app, chosen: rule.platform)
        value = SwitchValueField(rule.value, type)
        self.wrong = Wrong(
            platform: wrong("platform"),
            versions: wrong("versions"),
            osVersions: wrong("osVersions"),
            models: wrong("models"),
            users: wrong("users"),
            percentage: wrong("percentage"),
            value: wrong("value")
        )
    }
}

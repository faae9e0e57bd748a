import Web

/// The form of a new dot, filled with what was typed.
struct BadgeForm: Codable, Sendable {
    let form: Fields
    let styles: [Style]
    let audiences: [Audience]
    let platforms: [AppPlatformChoice]
    let wrong: Wrong

    struct Fields: Codable, Sendable {
        let badgeId: String
        let number: String
        let persistentNumber: String
        let expiresAt: String
        let users: String
        let devices: String
        let versions: String
        let ruleUsers: String
        let percentage: String
        let models: String
        let osVersions: String
    }

    struct Style: Codable, Sendable {
        let style: BadgeStyle
        let chosen: Bool
    }

    struct Audience: Codable, Sendable {
        let audience: BadgeAudienceKind
        let chosen: Bool
    }

    /// What is said beside fields whose names have dots.
    struct Wrong: Codable, Sendable {
        let audience: Message?
        let users: Message?
        let devices: Message?
        let rules: Message?
        let versions: Message?
        let ruleUsers: Message?
        let percentage: Message?
        let models: Message?
        let osVersions: Message?
    }

    init(_ app: App, _ context: Context) {
        form = Fields(context)
        styles = BadgeStyle.allCases.map { Style(style: $0, chosen: $0.rawValue == context.filled("style", "point")) }
        audiences = BadgeAudienceKind.allCases.map { Audience(audience: $0, chosen: $0.rawValue == context.filled("audience.to", "all")) }
        platforms = AppPlatformChoice.all(of: app, chosen: context.filled("audience.rules.platform"))
        wrong = Wrong(context)
    }
}

extension BadgeForm.Fields {
    fileprivate init(_ context: Context) {
        self.init(
            badgeId: context.filled("badgeId"),
            number: context.filled("number", "1"),
            persistentNumber: context.filled("persistentNumber", "0"),
            expiresAt: context.filled("expiresAt"),
            users: context.filled("audience.users"),
            devices: context.filled("audience.devices"),
            versions: context.filled("audience.rules.versions"),
            ruleUsers: context.filled("audience.rules.users"),
            percentage: context.filled("audience.rules.percentage"),
            models: context.filled("audience.rules.models"),
            osVersions: context.filled("audience.rules.osVersions")
        )
    }
}

extension BadgeForm.Wrong {
    fileprivate init(_ context: Context) {
        self.init(
            audience: context.rejection("audience") ?? context.rejection("audience.to"),
            users: context.rejection("audience.users"),
            devices: context.rejection("audience.devices"),
            rules: context.rejection("audience.rules"),
            versions: context.rejection("audience.rules.versions"),
            ruleUsers: context.rejection("audience.rules.users"),
            percentage: context.rejection("audience.rules.percentage"),
            models: context.rejection("audience.rules.models"),
            osVersions: context.rejection("audience.rules.osVersions")
        )
    }
}

import Storage

/// Whose figures are asked for.
public struct StatisticsFilter: Sendable, Hashable {
    public let app: String
    /// nil for all platforms.
    public let platform: Platform?
    /// nil for all versions.
    public let version: String?

    public init(app: String, platform: Platform? = nil, version: String? = nil) {
        self.app = app
        self.platform = platform
        self.version = version
    }

    /// On a table that has the columns `app_id`, `platform` and `version`.
    var condition: SQL {
        .all(["app_id = \(app)"] + [platform.map { "platform = \($0)" }, version.map { "version = \($0)" }].compactMap { $0 })
    }

    /// On `audience_day`, where version '' stands for all versions.
    var audienceCondition: SQL {
        .all(["app_id = \(app)", "version = \(version ?? "")"] + [platform.map { "platform = \($0)" }].compactMap { $0 })
    }
}

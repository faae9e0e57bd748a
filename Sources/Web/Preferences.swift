/// How a person wants pages to look and read.
public struct Preferences: Sendable, Codable, Equatable {
    public var language: Language?
    public var theme: Theme?
    /// IANA name, e.g. `Asia/Shanghai`.
    public var zone: String?

    public init(language: Language? = nil, theme: Theme? = nil, zone: String? = nil) {
        self.language = language
        self.theme = theme
        self.zone = zone
    }
}

public enum Theme: String, Codable, CaseIterable, Sendable {
    case auto, light, dark
}

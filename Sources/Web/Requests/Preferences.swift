/// How a person wants pages to look and read.
public struct Preferences: Sendable, Codable, Equatable {
    /// nil follows cookie and browser.
    public var language: Language?
    /// nil follows the cookie.
    public var theme: Theme?
    /// IANA name, e.g. `Asia/Shanghai`.
    public var zone: String?

    public init(language: Language? = nil, theme: Theme? = nil, zone: String? = nil) {
        self.language = language
        self.theme = theme
        self.zone = zone
    }
}

/// Colours of the pages; `auto` leaves the choice to the system.
public enum Theme: String, Codable, CaseIterable, Sendable {
    case auto, light, dark
}

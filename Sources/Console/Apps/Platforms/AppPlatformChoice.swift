/// A platform as a form offers it.
struct AppPlatformChoice: Codable, Sendable {
    let platform: Platform
    let chosen: Bool

    /// - Parameter chosen: a platform's name, as a form sends it; nil or anything else for none.
    static func all(of app: App, chosen: String?) -> [AppPlatformChoice] {
        app.platforms.map { AppPlatformChoice(platform: $0.platform, chosen: $0.platform.rawValue == chosen) }
    }
}

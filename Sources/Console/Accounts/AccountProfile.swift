import Foundation
import Web

/// What a person may change of their own account; nothing chosen follows cookie and browser.
public struct AccountProfile: Codable, Sendable {
    public let name: String
    public let language: Language?
    public let theme: Theme?
    /// IANA name.
    public let zone: String?

    init(_ account: Account) {
        name = account.name
        language = account.preferences.language
        theme = account.preferences.theme
        zone = account.preferences.zone
    }

    /// - Throws: `invalid` with every field that is wrong.
    func check() throws {
        let wrong = AccountRules.name(name) + AccountRules.zone(zone)
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
    }

    var preferences: Preferences {
        Preferences(language: language, theme: theme, zone: zone)
    }

    var audited: [String: String] {
        ["name": name, "language": language?.rawValue ?? "", "theme": theme?.rawValue ?? "", "zone": zone ?? ""]
    }
}

import Foundation
import Web

/// A person who may come in.
public struct Account: Codable, Sendable, Equatable {
    public let id: String
    /// In lower case; the name to log in with.
    public let email: String
    public let name: String
    /// Those on all apps first.
    public let roles: [AccountRole]
    public let preferences: Preferences
    public let createdAt: Date
    public let disabledAt: Date?
    /// Whether a password was set; otherwise the invitation is still open.
    public let joined: Bool

    /// As `Viewer` wants them.
    var roleByApp: [String: Role] {
        Dictionary(roles.map { ($0.app, $0.role) }) { first, _ in first }
    }
}

/// What somebody may do on one app.
public struct AccountRole: Codable, Sendable, Equatable {
    /// An app's id, or `*` for all apps and the console itself.
    public let app: String
    public let role: Role

    public init(app: String = AccountRole.everywhere, role: Role) {
        self.app = app
        self.role = role
    }

    public static let everywhere = "*"
}

/// What it takes to make an account whose password is known already.
public struct NewAccount: Sendable {
    public let email: String
    public let name: String
    public let password: String
    public let role: AccountRole

    /// - Parameter name: the part of the e-mail before `@` when nothing is in it.
    public init(email: String, name: String = "", password: String, role: AccountRole) {
        self.email = AccountRules.normalized(email)
        self.name = AccountRules.name(name, of: email)
        self.password = password
        self.role = role
    }

    /// - Throws: `invalid` with every field that is wrong.
    func check() throws {
        let wrong = AccountRules.email(email) + AccountRules.name(name) + AccountRules.password(password, email: email, name: name)
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
    }
}

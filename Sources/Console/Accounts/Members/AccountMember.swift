import Foundation
import Web

/// A member as a row of the page shows them.
struct AccountMember: Codable, Sendable {
    let id: String
    let email: String
    let name: String
    let roles: [AccountMemberRole]
    let state: AccountState
    let invited: Bool
    let disabled: Bool
    let createdAt: Date

    init(_ account: Account, _ apps: AppIndex) {
        id = account.id
        email = account.email
        name = account.name
        roles = account.roles.map { AccountMemberRole($0, apps) }
        state = AccountState(account)
        invited = state == .invited
        disabled = state == .disabled
        createdAt = account.createdAt
    }
}

/// How far an account has come.
enum AccountState: String, Codable, CaseIterable, Sendable {
    case active, invited, disabled

    init(_ account: Account) {
        self = account.disabledAt != nil ? .disabled : account.joined ? .active : .invited
    }
}

/// A role with the name of its app.
struct AccountMemberRole: Codable, Sendable {
    let app: String
    /// The app's name, or its id when the app is no more.
    let appName: String
    /// On all apps; then the name is the catalogue's.
    let everywhere: Bool
    let role: Role

    init(_ role: AccountRole, _ apps: AppIndex) {
        app = role.app
        appName = apps.app(role.app)?.name ?? role.app
        everywhere = role.app == AccountRole.everywhere
        self.role = role.role
    }
}

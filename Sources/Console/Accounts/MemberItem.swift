import Foundation
import Web

/// A member as a row of the page shows them.
struct MemberItem: Codable, Sendable {
    let id: String
    let email: String
    let name: String
    let roles: [RoleItem]
    let state: MemberState
    let invited: Bool
    let disabled: Bool
    let createdAt: Date

    init(_ account: Account, _ apps: AppIndex) {
        id = account.id
        email = account.email
        name = account.name
        roles = account.roles.map { RoleItem($0, apps) }
        state = MemberState(account)
        invited = state == .invited
        disabled = state == .disabled
        createdAt = account.createdAt
    }
}

/// How far an account has come.
enum MemberState: String, Codable, CaseIterable, Sendable {
    case active, invited, disabled

    init(_ account: Account) {
        self = account.disabledAt != nil ? .disabled : account.joined ? .active : .invited
    }
}

/// A role with the name of its app.
struct RoleItem: Codable, Sendable {
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

import Foundation
import Hummingbird
import Web

/// A person's own account. Pages only: a token stands for no person.
struct AccountRoutes: Sendable {
    let accounts: Accounts
    let sessions: Sessions
    let apps: AppIndex

    func add(to routes: Routes) throws {
        let page = try routes.page("account", needs: .signedIn, view: "Accounts/account", menu: .under(.settings, "accounts.menu.account"), account)
        try routes.submit("account/profile", needs: .signedIn, form: page, saveProfile)
        try routes.submit("account/password", needs: .signedIn, form: page, changePassword)
        try routes.submit("account/sessions/{id}/end", needs: .signedIn, endSession)
        try routes.submit("account/sessions/end", needs: .signedIn, endAllSessions)
    }

    struct AccountPage: Codable, Sendable {
        let account: Account
        let roles: [AccountMemberRole]
        let form: Form
        let languages: [Choice]
        let themes: [Choice]
        let sessions: [SessionItem]

        struct Form: Codable, Sendable {
            let name: String
            let zone: String
        }

        struct Choice: Codable, Sendable {
            let value: String
            let chosen: Bool
        }
    }

    struct SessionItem: Codable, Sendable {
        let id: String
        let current: Bool
        let address: String
        let browser: String?
        /// As the browser calls itself.
        let userAgent: String
        let createdAt: Date
        let seenAt: Date
    }

    @Sendable func account(_: Nothing, _ context: Context) async throws -> Answer<AccountPage> {
        let account = try await accounts.account(try person(context))
        let language = context.filled("language", account.preferences.language?.rawValue ?? "")
        let theme = context.filled("theme", account.preferences.theme?.rawValue ?? "")
        return .show(
            AccountPage(
                account: account,
                roles: account.roles.map { AccountMemberRole($0, apps) },
                form: .init(name: context.filled("name", account.name), zone: context.filled("zone", account.preferences.zone ?? "")),
                languages: Language.allCases.map { .init(value: $0.rawValue, chosen: $0.rawValue == language) },
                themes: Theme.allCases.map { .init(value: $0.rawValue, chosen: $0.rawValue == theme) },
                sessions: try await sessions.sessions(of: account.id).map { SessionItem($0, current: $0.id == context.session) }
            )
        )
    }

    /// The account of who is asking.
    private func person(_ context: Context) throws -> String {
        guard let viewer = context.viewer, viewer.kind == .account else { throw Problem.notFound }
        return viewer.id
    }

    @Sendable func saveProfile(_ input: AccountProfile, _ context: Context) async throws -> Answer<Nothing> {
        try await accounts.edit(try person(context), input, by: context.actor)
        return .done(at: "/account", flash: "accounts.saved")
    }

    struct PasswordChange: Codable, Sendable {
        let current: String
        let password: String
    }

    @Sendable func changePassword(_ input: PasswordChange, _ context: Context) async throws -> Answer<Nothing> {
        try await sessions.changePassword(
            of: try person(context),
            from: input.current,
            to: input.password,
            keeping: context.session,
            by: context.actor
        )
        return .done(at: "/account", flash: "accounts.password.changed")
    }

    @Sendable func endSession(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        try await sessions.logOut(try context.parameter("id"), of: try person(context), by: context.actor)
        return .done(at: "/account", flash: "accounts.sessions.ended")
    }

    @Sendable func endAllSessions(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        try await sessions.logOutEverywhere(try person(context), by: context.actor)
        return .done(at: "/login", flash: "accounts.sessions.endedAll")
    }
}

extension AccountRoutes.SessionItem {
    fileprivate init(_ session: Session, current: Bool) {
        self.init(
            id: session.id,
            current: current,
            address: session.address,
            browser: session.browser.isEmpty ? nil : session.browser,
            userAgent: session.userAgent,
            createdAt: session.createdAt,
            seenAt: session.seenAt
        )
    }
}

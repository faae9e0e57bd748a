import Foundation
import Hummingbird
import Web

/// A person's own account. A token asks for the one it was made under; those of the command line have none.
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
        try addForScripts(to: routes)
    }

    private func addForScripts(to routes: Routes) throws {
        try routes.api(.get, "account", "Who asks: the token, the account it was made under, and what it may do.", needs: .signedIn, show)
        try routes.api(.put, "account/profile", "Change its name, language, theme and time zone.", needs: .signedIn, saveProfile)
        try routes.api(.post, "account/password", "Change its password; ends its other sessions.", needs: .signedIn, changePassword)
        try routes.api(.get, "account/sessions", "Where it is logged in.", needs: .signedIn, listSessions)
        try routes.api(.delete, "account/sessions/{id}", "End one session.", needs: .signedIn, endSession)
        try routes.api(.delete, "account/sessions", "End all its sessions.", needs: .signedIn, endAllSessions)
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

    /// Who asks, as they may want to know before they do anything.
    struct Asker: Codable, Sendable {
        let id: String
        let name: String
        /// Empty where nobody's account stands behind it.
        let email: String
        let account: OrNull<String>
        /// By app; `*` stands for all.
        let roles: [String: Role]
        /// Empty for people, whose roles alone decide.
        let scopes: [Scope]
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Answer<Asker> {
        guard let viewer = context.viewer else { throw Problem.notFound }
        let scopes = Scope.allCases.filter { viewer.scopes?.contains($0) ?? false }
        let account = OrNull(viewer.account)
        return .show(Asker(id: viewer.id, name: viewer.name, email: viewer.email, account: account, roles: viewer.roles, scopes: scopes))
    }

    @Sendable func listSessions(_: Nothing, _ context: Context) async throws -> Answer<List<SessionItem>> {
        // A token of the command line stands for nobody, who is logged in nowhere.
        guard let account = context.viewer?.account else { return .show(List(items: [], next: nil, total: 0)) }
        try checkWhole(context)
        let all = try await sessions.sessions(of: account).map { SessionItem($0, current: $0.id == context.session) }
        return .show(List(items: all, next: nil, total: all.count))
    }

    /// The account of who is asking.
    private func person(_ context: Context) throws -> String {
        guard let viewer = context.viewer, let account = viewer.account else { throw Problem.notFound }
        return account
    }

    /// The same for a change.
    private func editor(_ context: Context) throws -> String {
        try checkWhole(context)
        return try person(context)
    }

    /// Where somebody is logged in, and what they are called, is no business of a token that was made for a single task or app: whoever finds it in
    /// a build machine could keep them from logging in.
    /// - Throws: `forbidden`.
    private func checkWhole(_ context: Context) throws {
        guard context.viewer?.has(.all) ?? false else { throw Problem(.forbidden, "web.forbidden.scope", ["scope": Scope.all.rawValue]) }
        guard context.viewer?.onlyApp == nil else { throw Problem(.forbidden, "accounts.token.onlyApp") }
    }

    @Sendable func saveProfile(_ input: AccountProfile, _ context: Context) async throws -> Answer<Nothing> {
        try await accounts.edit(try editor(context), input, by: context.actor)
        return .done(at: "/account", flash: "accounts.saved")
    }

    struct PasswordChange: Codable, Sendable {
        let current: String
        let password: String
    }

    @Sendable func changePassword(_ input: PasswordChange, _ context: Context) async throws -> Answer<Nothing> {
        try await sessions.changePassword(
            of: try editor(context),
            from: input.current,
            to: input.password,
            keeping: context.session,
            by: context.actor
        )
        return .done(at: "/account", flash: "accounts.password.changed")
    }

    @Sendable func endSession(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        try await sessions.logOut(try context.parameter("id"), of: try editor(context), by: context.actor)
        return .done(at: "/account", flash: "accounts.sessions.ended")
    }

    @Sendable func endAllSessions(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        try await sessions.logOutEverywhere(try editor(context), by: context.actor)
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

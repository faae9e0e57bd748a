import Foundation
import Hummingbird
import Web

/// The pages behind one-time links: the first administrator's, and a member's new password.
struct AccountLinkRoutes: Sendable {
    let accounts: Accounts
    let sessions: Sessions

    func add(to routes: Routes) throws {
        try routes.page("setup-needed", needs: .anyone, view: "Accounts/setupNeeded", setupNeeded)
        let setup = try routes.page("setup", needs: .anyone, view: "Accounts/setup", setup)
        try routes.submit("setup", needs: .anyone, form: setup, setUp)
        let password = try routes.page("password", needs: .anyone, view: "Accounts/password", password)
        try routes.submit("password", needs: .anyone, form: password, setPassword)
    }

    struct SetupNeeded: Codable, Sendable {
        /// False once there is an administrator.
        let needed: Bool
    }

    @Sendable func setupNeeded(_: Nothing, _ context: Context) async throws -> Answer<SetupNeeded> {
        .show(SetupNeeded(needed: try await accounts.needsSetup()))
    }

    struct LinkQuery: Codable, Sendable {
        let token: String?
    }

    struct LinkPage: Codable, Sendable {
        /// Whether the link can still be used.
        let usable: Bool
        /// Of the account whose password is set; empty for the first administrator.
        let account: String
        let form: Form

        struct Form: Codable, Sendable {
            let token: String
            let email: String
            let name: String
        }
    }

    @Sendable func setup(_ query: LinkQuery, _ context: Context) async throws -> Answer<LinkPage> {
        let token = context.filled("token", query.token ?? "")
        let link = try await accounts.link(token)
        let usable = link.map { $0.account == nil } ?? false
        return .show(LinkPage(usable: usable, account: "", form: .init(token: token, email: context.filled("email"), name: context.filled("name"))))
    }

    struct SetUp: Codable, Sendable {
        let token: String
        let email: String
        let name: String
        let password: String
    }

    @Sendable func setUp(_ input: SetUp, _ context: Context) async throws -> Answer<Nothing> {
        let new = NewAccount(email: input.email, name: input.name, password: input.password, role: AccountRole(role: .admin))
        return try await logIn(try await accounts.setUp(token: input.token, new, by: context.actor), context, flash: "accounts.setup.done")
    }

    /// Who came by a link has shown who they are.
    private func logIn(_ account: Account, _ context: Context, flash: String) async throws -> Answer<Nothing> {
        let new = try await sessions.open(account, from: SessionOrigin(context))
        var response = Response.seeOther("/apps", flash: Message(flash))
        SessionCookie.write(new, to: &response, context)
        return .response(response)
    }

    @Sendable func password(_ query: LinkQuery, _ context: Context) async throws -> Answer<LinkPage> {
        let token = context.filled("token", query.token ?? "")
        let account = try await accounts.link(token)?.account
        return .show(LinkPage(usable: account != nil, account: account?.email ?? "", form: .init(token: token, email: "", name: "")))
    }

    struct SetPassword: Codable, Sendable {
        let token: String
        let password: String
    }

    @Sendable func setPassword(_ input: SetPassword, _ context: Context) async throws -> Answer<Nothing> {
        let account = try await accounts.setPassword(token: input.token, input.password, by: context.actor)
        return try await logIn(account, context, flash: "accounts.password.done")
    }
}

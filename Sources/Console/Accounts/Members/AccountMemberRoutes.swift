import Foundation
import Web

/// Who may come in and what they may do, for administrators of the whole console.
struct AccountMemberRoutes: Sendable {
    let accounts: Accounts
    let apps: AppIndex

    func add(to routes: Routes) throws {
        try routes.get(
            "members",
            "List the members by e-mail.",
            needs: .role(.admin),
            view: "Accounts/members",
            menu: .under(.settings, "accounts.menu.members", key: "v"),
            list
        )
        let new = try routes.page("members/new", needs: .role(.admin), view: "Accounts/invite", new)
        try routes.post(
            "members",
            "Invite a member; the answer holds a one-time link to set a password.",
            needs: .role(.admin),
            form: new,
            view: "Accounts/link",
            invite
        )
        let member = try routes.get("members/{id}", "One member.", needs: .role(.admin), view: "Accounts/member", member)
        try routes.post(
            "members/{id}/roles",
            "Set the role on an app, or on all apps with `*`; without a role it is taken away.",
            needs: .role(.admin),
            form: member,
            setRole
        )
        try routes.post(
            "members/{id}/password-link",
            "Make a one-time link to set a new password.",
            needs: .role(.admin),
            form: member,
            view: "Accounts/link",
            makeLink
        )
        try routes.post("members/{id}/suspension", "Disable: ends all sessions and tokens.", needs: .role(.admin), form: member, suspend)
        try routes.post("members/{id}/restoration", "Enable again.", needs: .role(.admin), form: member, restore)
    }

    struct ListQuery: Codable, Sendable {
        /// Part of the e-mail or name.
        let q: String?
        let limit: Int?
        let cursor: String?
    }

    struct ListPage: Codable, Sendable {
        let members: [AccountMember]
        let q: String
        let filtered: Bool
        let pager: Pager
    }

    @Sendable func list(_ query: ListQuery, _ context: Context) async throws -> Reply<List<Account>, ListPage> {
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let text = query.q?.trimmingCharacters(in: .whitespaces) ?? ""
        let list = try await accounts.members(matching: text, place)
        return .show(list) {
            ListPage(members: list.items.map { AccountMember($0, apps) }, q: text, filtered: !text.isEmpty, pager: Pager(list, place, context))
        }
    }

    // MARK: invite

    struct InvitePage: Codable, Sendable {
        let form: Form
        let roles: [RoleChoice]
        let apps: [AppChoice]

        struct Form: Codable, Sendable {
            let email: String
            let name: String
        }
    }

    struct RoleChoice: Codable, Sendable {
        let role: Role
        let chosen: Bool
    }

    @Sendable func new(_: Nothing, _ context: Context) async throws -> Answer<InvitePage> {
        let form = InvitePage.Form(email: context.filled("email"), name: context.filled("name"))
        return .show(InvitePage(form: form, roles: roleChoices(context), apps: appChoices(context)))
    }

    private func roleChoices(_ context: Context) -> [RoleChoice] {
        Role.allCases.map { RoleChoice(role: $0, chosen: $0.rawValue == context.filled("role", Role.viewer.rawValue)) }
    }

    private func appChoices(_ context: Context) -> [AppChoice] {
        AppChoice.all(apps.all, chosen: context.filled("app"))
    }

    @Sendable func invite(_ input: Invitation, _ context: Context) async throws -> Answer<NewLink> {
        try checkApp(input.app)
        let new = try await accounts.invite(input, publicURL: context.publicURL, by: context.actor)
        return .created(new, at: "/members/\(new.account.id)")
    }

    private func checkApp(_ app: String?) throws {
        guard app == nil || app == AccountRole.everywhere || apps.app(app ?? "") != nil else { throw Problem.invalid("app", "accounts.app.unknown") }
    }

    // MARK: one member

    struct MemberPage: Codable, Sendable {
        let member: AccountMember
        let roleChoices: [RoleChoice]
        let apps: [AppChoice]
        /// Whether this is the viewer's own account.
        let own: Bool
    }

    @Sendable func member(_: Nothing, _ context: Context) async throws -> Reply<Account, MemberPage> {
        let account = try await accounts.account(try context.parameter("id"))
        return .show(account) {
            MemberPage(
                member: AccountMember(account, apps),
                roleChoices: roleChoices(context),
                apps: appChoices(context),
                own: context.viewer?.id == account.id
            )
        }
    }

    struct RoleChange: Codable, Sendable {
        /// An app's id; `*` or absent for all apps.
        let app: String?
        /// Absent takes the role away.
        let role: Role?
    }

    @Sendable func setRole(_ input: RoleChange, _ context: Context) async throws -> Answer<Nothing> {
        let id = try context.parameter("id")
        if input.role != nil { try checkApp(input.app) }
        try await accounts.setRole(input.role, on: input.app ?? AccountRole.everywhere, of: id, by: context.actor)
        return .done(at: "/members/\(id)", flash: "accounts.role.saved")
    }

    @Sendable func makeLink(_: Nothing, _ context: Context) async throws -> Answer<NewLink> {
        let id = try context.parameter("id")
        let new = try await accounts.makePasswordLink(for: id, publicURL: context.publicURL, by: context.actor)
        return .created(new, at: "/members/\(id)")
    }

    @Sendable func suspend(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let id = try context.parameter("id")
        try await accounts.disable(id, by: context.actor)
        return .done(at: "/members/\(id)", flash: "accounts.disabled.done")
    }

    @Sendable func restore(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let id = try context.parameter("id")
        try await accounts.enable(id, by: context.actor)
        return .done(at: "/members/\(id)", flash: "accounts.disabled.undone")
    }
}

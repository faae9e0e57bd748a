import Foundation
import Web

/// Tokens, as pages and as JSON.
struct TokenRoutes: Sendable {
    let tokens: Tokens
    let apps: AppIndex

    func add(to routes: Routes) throws {
        try routes.get(
            "tokens",
            "List your tokens; administrators see all.",
            needs: .signedIn,
            view: "Tokens/list",
            menu: .under(.settings, "tokens.menu", key: "t"),
            list
        )
        let new = try routes.page("tokens/new", needs: .signedIn, view: "Tokens/new", new)
        try routes.post("tokens", "Make a token; it is shown this once.", needs: .signedIn, form: new, view: "Tokens/created", create)
        let revocation = "Revoke a token; a token can revoke itself, and those that it could have made."
        try routes.api(.delete, "tokens/{id}", revocation, needs: .signedIn, revoke)
        let review = try routes.page("tokens/{id}/revocation", needs: .signedIn, view: "Tokens/revocation", review)
        try routes.submit("tokens/{id}/revocation", needs: .signedIn, form: review, revoke)
    }

    struct ListQuery: Codable, Sendable {
        let limit: Int?
        let cursor: String?
    }

    struct ListPage: Codable, Sendable {
        let rows: [Row]
        let pager: Pager
    }

    struct Row: Codable, Sendable {
        let token: Token
        let state: TokenState
        let active: Bool
        let expired: Bool
        let revoked: Bool
    }

    @Sendable func list(_ query: ListQuery, _ context: Context) async throws -> Reply<List<Token>, ListPage> {
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let list = try await tokens.list(for: try viewer(context), place)
        return .show(list) {
            ListPage(rows: list.items.map { Row($0, at: context.reader.now) }, pager: Pager(list, place, context))
        }
    }

    private func viewer(_ context: Context) throws -> Viewer {
        guard let viewer = context.viewer else { throw Problem(.unauthorized, "web.unauthorized") }
        return viewer
    }

    struct NewPage: Codable, Sendable {
        let form: Form
        let scopes: [ScopeChoice]
        let apps: [AppChoice]

        struct Form: Codable, Sendable {
            let name: String
            let expiresInDays: String
        }

        struct ScopeChoice: Codable, Sendable {
            let scope: Scope
            let chosen: Bool
        }
    }

    @Sendable func new(_: Nothing, _ context: Context) async throws -> Answer<NewPage> {
        let viewer = try viewer(context)
        let chosen = context.submitted.map { Set($0.all("scopes")) } ?? [Scope.read.rawValue]
        return .show(
            NewPage(
                form: .init(name: context.filled("name"), expiresInDays: context.filled("expiresInDays", "365")),
                scopes: Scope.allCases.map { .init(scope: $0, chosen: chosen.contains($0.rawValue)) },
                apps: AppChoice.all(apps.seen(by: viewer), chosen: context.filled("app"))
            )
        )
    }

    @Sendable func create(_ input: NewToken, _ context: Context) async throws -> Answer<IssuedToken> {
        let issued = try await tokens.create(input, for: try viewer(context), by: context.actor)
        return .created(issued, at: "/tokens/\(issued.id)")
    }

    /// What stops when it is revoked, looked at first: it cannot be taken back.
    @Sendable func review(_: Nothing, _ context: Context) async throws -> Answer<Row> {
        .show(Row(try await tokens.token(try context.parameter("id"), for: try viewer(context)), at: context.reader.now))
    }

    @Sendable func revoke(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        try await tokens.revoke(try context.parameter("id"), for: try viewer(context), by: context.actor)
        return .done(at: "/tokens", flash: "tokens.revoked.done")
    }
}

extension TokenRoutes.Row {
    fileprivate init(_ token: Token, at time: Date) {
        let state = token.state(at: time)
        self.init(token: token, state: state, active: state == .active, expired: state == .expired, revoked: state == .revoked)
    }
}

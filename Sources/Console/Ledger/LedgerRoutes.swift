import Foundation
import Web

/// The ledger of changes, of one app and of all that somebody may see, as pages and as JSON.
struct LedgerRoutes: Sendable {
    let ledger: Ledger
    let apps: Apps
    let catalogue: Catalogue

    func add(to routes: Routes) throws {
        try routes.get(
            "apps/{app}/changes",
            "What was changed about an app, newest first; with `devices=true` only what devices come to feel.",
            needs: .role(.viewer),
            view: "Ledger/list",
            menu: .under(.overview, "ledger.menu", key: "z"),
            list
        )
        try routes.get(
            "changes",
            "What was changed about all apps that you may see, newest first.",
            needs: .signedIn,
            view: "Ledger/all",
            menu: .under(.overview, "ledger.menu.all"),
            all
        )
    }

    struct Query: Codable, Sendable {
        let kind: LedgerKind?
        /// Part of what was changed: a name, a version, an id.
        let object: String?
        /// Part of the name or e-mail, or the id.
        let who: String?
        /// As ``Moment`` reads it.
        let from: String?
        /// As `from`; a day alone includes it.
        let to: String?
        /// Only what devices come to feel.
        let devices: Bool?
        let limit: Int?
        let cursor: String?
    }

    @Sendable func list(_ query: Query, _ context: Context) async throws -> Reply<List<LedgerChange>, LedgerPage> {
        let app = try apps.app(try context.parameter("app"))
        return try await page(try LedgerFilter(query, app, context), query, context)
    }

    @Sendable func all(_ query: Query, _ context: Context) async throws -> Reply<List<LedgerChange>, LedgerPage> {
        let seen = apps.index.all.filter { context.viewer?.sees($0.id) == true }
        return try await page(try LedgerFilter(query, of: seen, context), query, context)
    }

    private func page(_ filter: LedgerFilter, _ query: Query, _ context: Context) async throws -> Reply<List<LedgerChange>, LedgerPage> {
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let list = try await ledger.list(filter, place)
        return .show(list) {
            LedgerPage(query, list, place, apps: apps.index, words: catalogue[context.reader.language], showsRoles: filter.roles, context)
        }
    }
}

extension LedgerFilter {
    /// Of one app. Who has which role on it is for its administrators.
    fileprivate init(_ query: LedgerRoutes.Query, _ app: App, _ context: Context) throws {
        self.init(apps: [app.id], roles: Policy.role(.admin).admits(context.viewer, app: app.id))
        try read(query, context.reader)
    }

    /// Of all that somebody may see: who may see all apps also sees those that are gone, and what belongs to none.
    fileprivate init(_ query: LedgerRoutes.Query, of seen: [App], _ context: Context) throws {
        let seesAll = context.viewer?.role(on: nil) != nil
        self.init(apps: seesAll ? nil : seen.map(\.id), roles: Policy.role(.admin).admits(context.viewer, app: nil))
        try read(query, context.reader)
    }

    private mutating func read(_ query: LedgerRoutes.Query, _ reader: Reader) throws {
        kind = query.kind
        object = query.object?.given
        who = query.who?.given
        from = try Moment.read(query.from?.given, "from", reader)
        to = try Moment.read(query.to?.given, "to", reader, isEnd: true)
        reachingDevices = query.devices ?? false
    }
}

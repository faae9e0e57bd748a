import Foundation
import Web

/// What `Views/Ledger/list` and `Views/Ledger/all` show.
struct LedgerPage: Codable, Sendable {
    let rows: [LedgerRow]
    let filter: Filter
    let kinds: [Kind]
    let filtered: Bool
    let pager: Pager

    struct Filter: Codable, Sendable {
        let object: String
        let who: String
        let from: String
        let to: String
        let devices: Bool
    }

    struct Kind: Codable, Sendable {
        let kind: LedgerKind
        let chosen: Bool
    }

    /// - Parameters:
    ///   - apps: those there are: what belongs to others has no page any more.
    ///   - showsRoles: whether accounts, roles and tokens are among the changes.
    init(
        _ query: LedgerRoutes.Query,
        _ list: List<LedgerChange>,
        _ place: ListPlace,
        apps: AppIndex,
        words: Catalogue.Words,
        showsRoles: Bool,
        _ context: Context
    ) {
        rows = list.items.map { LedgerRow($0, apps, words) }
        filter = Filter(
            object: query.object ?? "",
            who: query.who ?? "",
            from: context.filled("from", query.from ?? ""),
            to: context.filled("to", query.to ?? ""),
            devices: query.devices ?? false
        )
        kinds = LedgerKind.allCases.filter { showsRoles || $0 != .role }.map { Kind(kind: $0, chosen: $0 == query.kind) }
        filtered = context.isFiltered
        pager = Pager(list, place, context)
    }
}

/// One change on a page. Read by `Views/Ledger/row`.
struct LedgerRow: Codable, Sendable {
    let at: Date
    let kind: LedgerKind
    /// Names the action in the catalogue.
    let label: String
    let title: String
    /// Nil where there is no page of it any more.
    let href: String?
    /// In the reader's language; may be empty.
    let audience: String
    /// Nil where the title says it.
    let version: String?
    let who: String
    let reachesDevices: Bool
    /// Empty for what belongs to none.
    let appName: String
    /// Nil for an app that is no more.
    let appHref: String?
}

extension LedgerRow {
    init(_ change: LedgerChange, _ apps: AppIndex, _ words: Catalogue.Words) {
        let app = change.app.value.flatMap { apps.app($0) }
        let isGone = change.app.value != nil && app == nil
        self.init(
            at: change.at,
            kind: change.kind,
            label: change.actionLabel,
            title: change.title(words),
            href: isGone ? nil : change.href.value,
            audience: change.audience.value.map { LedgerAudience(text: $0).text(words) } ?? "",
            version: change.version.value.flatMap { change.title.hasSuffix($0) ? nil : $0 },
            who: change.actor,
            reachesDevices: change.reachesDevices,
            appName: app?.name ?? change.app.value ?? "",
            appHref: app.map { "/apps/\($0.id)" }
        )
    }
}

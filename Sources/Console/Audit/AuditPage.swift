import Foundation
import Web

/// What the page shows beside the list itself: the filter as it was set, and each entry prepared for its row.
struct AuditPage: Codable, Sendable {
    let entries: [Entry]
    let filter: Filter
    let actions: [Action]
    let filtered: Bool
    let pager: Pager

    struct Filter: Codable, Sendable {
        let who: String
        let object: String
        let app: String
        let from: String
        let to: String
    }

    struct Action: Codable, Sendable {
        let action: String
        /// Names the action in the catalogue: `_` for the dot.
        let label: String
        let chosen: Bool
    }

    struct Entry: Codable, Sendable {
        let at: Date
        let who: String
        let address: String
        let label: String
        let app: String?
        let object: String
        let changes: [Change]
        let requestID: String
    }

    struct Change: Codable, Sendable {
        let field: String
        let before: String?
        let after: String?
    }

    init(_ query: AuditRoutes.Query, _ list: List<AuditRecord>, actions: [String], _ place: ListPlace, _ context: Context) {
        entries = list.items.map(Entry.init)
        filter = Filter(
            who: query.who ?? "",
            object: query.object ?? "",
            app: query.app ?? "",
            from: context.filled("from", query.from ?? ""),
            to: context.filled("to", query.to ?? "")
        )
        self.actions = actions.map { Action(action: $0, label: Self.label($0), chosen: $0 == query.action) }
        filtered = context.isFiltered
        pager = Pager(list, place, context)
    }

    fileprivate static func label(_ action: String) -> String {
        action.replacing(".", with: "_")
    }
}

extension AuditPage.Entry {
    fileprivate init(_ record: AuditRecord) {
        let fields = Set(record.before.keys).union(record.after.keys).sorted()
        self.init(
            at: record.at,
            who: record.actorName,
            address: record.address,
            label: AuditPage.label(record.action),
            app: record.app,
            object: record.object,
            changes: fields.map { .init(field: $0, before: record.before[$0], after: record.after[$0]) },
            requestID: record.requestID
        )
    }
}

import Foundation
import Web

/// What the page of all switches shows beside the list.
struct SwitchListPage: Codable, Sendable {
    let rows: [Row]
    let pager: Pager
    let q: String
    let states: [StateChoice]
    /// Whether a filter is set.
    let filtered: Bool
    /// How many drafts wait for publication.
    let drafts: Int
    let drafted: Bool
    let twoPerson: Bool
    let mayEdit: Bool
    let mayDecide: Bool

    struct Row: Codable, Sendable {
        let key: String
        let type: SwitchType
        let value: String
        let rules: Int
        let description: String
        let state: SwitchState
        let published: Bool
        let deleted: Bool
        let editedAt: Date
        let editedBy: String
    }

    struct StateChoice: Codable, Sendable {
        let state: SwitchState
        let chosen: Bool
    }

    init(
        _ list: List<Switch>,
        _ query: SwitchRoutes.ListQuery,
        drafts: Int,
        twoPerson: Bool,
        pager: Pager,
        _ app: App,
        _ context: Context
    ) {
        rows = list.items.map(Row.init)
        self.pager = pager
        q = query.q ?? ""
        states = SwitchState.allCases.map { StateChoice(state: $0, chosen: $0 == query.state) }
        filtered = query.q?.isEmpty == false || query.state != nil
        self.drafts = drafts
        drafted = drafts > 0
        self.twoPerson = twoPerson
        mayEdit = Policy.role(.operator).admits(context.viewer, app: app.id)
        mayDecide = Policy.role(.admin).admits(context.viewer, app: app.id)
    }
}

extension SwitchListPage.Row {
    fileprivate init(_ found: Switch) {
        let value = found.default.text()
        self.init(
            key: found.key,
            type: found.type,
            value: value.shortened(to: 60),
            rules: found.rules.count,
            description: found.description,
            state: found.state,
            published: found.state == .published,
            deleted: found.state == .deleted,
            editedAt: found.editedAt,
            editedBy: found.editedBy
        )
    }
}

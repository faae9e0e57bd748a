import Foundation
import Web

/// A dot as JSON and pages show it.
struct BadgeView: Codable, Sendable {
    let id: String
    let badgeId: String
    let style: BadgeStyle
    let temporaryBadgeNumber: Int
    let persistentBadgeNumber: Int
    let audience: BadgeAudience
    let state: BadgeState
    let createdAt: Date
    let createdBy: String
    /// null: until somebody ends it.
    let expiresAt: OrNull<Date>
    let endedAt: OrNull<Date>
    /// Distinct devices, to about 2 %.
    let shown: Int
    let acknowledged: Int
    /// `acknowledged` ÷ `shown`, null before anybody was shown it.
    let acknowledgedRate: OrNull<Double>

    init(_ badge: Badge, at time: Date) {
        id = badge.id
        badgeId = badge.path.text
        style = badge.style
        temporaryBadgeNumber = badge.numbers.temporary
        persistentBadgeNumber = badge.numbers.persistent
        audience = badge.audience
        state = badge.state(at: time)
        createdAt = badge.createdAt
        createdBy = badge.createdBy
        expiresAt = OrNull(badge.expiresAt)
        endedAt = OrNull(badge.endedAt)
        shown = badge.shown
        acknowledged = badge.acknowledged
        acknowledgedRate = OrNull(badge.shown == 0 ? nil : Double(badge.acknowledged) / Double(badge.shown))
    }
}

/// What the page of all dots shows beside them.
struct BadgeListPage: Codable, Sendable {
    let rows: [Row]
    let tree: BadgeTree
    let states: [State]
    let filtered: Bool
    let mayPublish: Bool
    let pager: Pager

    struct Row: Codable, Sendable {
        let badge: BadgeView
        let live: Bool
        /// Users or devices by name; nil for other audiences.
        let named: Int?
    }

    struct State: Codable, Sendable {
        let state: BadgeState
        let chosen: Bool
    }

    init(_ state: BadgeState?, _ list: List<BadgeView>, _ place: ListPlace, live: [Badge], app: String, _ context: Context) {
        rows = list.items.map { Row(badge: $0, live: $0.state == .live, named: $0.audience.named) }
        tree = BadgeTree(live)
        states = BadgeState.allCases.map { State(state: $0, chosen: $0 == state) }
        filtered = state != nil
        mayPublish = context.may(.operator, on: app)
        pager = Pager(list, place, context)
    }
}

/// What the page of one dot shows beside it.
struct BadgePage: Codable, Sendable {
    let live: Bool
    let mayEnd: Bool
    /// One entry a line.
    let users: String
    let devices: String
    let conditions: [Condition]

    struct Condition: Codable, Sendable {
        let element: RolloutElement
        let wanted: String
    }

    init(_ badge: Badge, app: String, _ context: Context) {
        live = badge.state(at: context.reader.now) == .live
        mayEnd = live && context.may(.operator, on: app)
        users = (badge.audience.users ?? []).joined(separator: "\n")
        devices = (badge.audience.devices ?? []).joined(separator: "\n")
        let rule = badge.audience.rules?.rule(salt: badge.id)
        conditions = (rule?.conditions ?? []).map { Condition(element: $0.element, wanted: $0.wanted) }
    }
}

/// What ending a dot means for devices.
struct BadgeEndingPage: Codable, Sendable {
    let badge: BadgeView
    /// Nothing is left to be done.
    let over: Bool
}

extension Context {
    fileprivate func may(_ role: Role, on app: String) -> Bool {
        viewer?.role(on: app).map { $0 >= role } ?? false
    }
}

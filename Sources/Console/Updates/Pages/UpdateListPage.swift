import Foundation
import Web

/// What the page of all releases shows beside the list.
struct UpdateListPage: Codable, Sendable {
    let rows: [Row]
    let platforms: [AppPlatformChoice]
    let states: [StateChoice]
    /// Whether a filter is set.
    let filtered: Bool
    let mayEdit: Bool
    let pager: Pager

    struct Row: Codable, Sendable {
        let update: UpdateView
        let facts: UpdateFacts
    }

    struct StateChoice: Codable, Sendable {
        let state: UpdateState
        let chosen: Bool
    }

    init(_ list: List<UpdateView>, _ filter: UpdateFilter, _ pager: Pager, _ app: App, _ context: Context) {
        rows = list.items.map { Row(update: $0, facts: UpdateFacts($0)) }
        platforms = AppPlatformChoice.all(of: app, chosen: filter.platform?.rawValue)
        states = UpdateState.allCases.map { StateChoice(state: $0, chosen: $0 == filter.state) }
        filtered = filter.platform != nil || filter.state != nil
        mayEdit = Policy.role(.operator).admits(context.viewer, app: app.id)
        self.pager = pager
    }
}

/// What templates ask of a release beside its fields.
struct UpdateFacts: Codable, Sendable {
    /// The state as a colour.
    let good: Bool
    let warn: Bool
    let plain: Bool
    let draft: Bool
    let published: Bool
    let isPercentage: Bool
    let isWhitelist: Bool
    let isWindow: Bool
    let force: Bool
    /// 12.5%; empty for other modes.
    let percentage: String
    /// What is reminded of it: only of a type that counts days.
    let reminds: Bool

    init(_ update: UpdateView) {
        good = update.state == .running
        warn = update.state == .paused
        plain = update.state == .ended || update.state == .expired
        draft = update.state == .draft
        published = update.publishedAt.value != nil
        isPercentage = update.mode == .percentage
        isWhitelist = update.mode == .whitelist
        isWindow = update.mode == .timeWindow
        force = update.upgradeType == .force
        percentage = update.percentage.value.map(RolloutFinding.percent) ?? ""
        reminds = update.upgradeType == .once
    }
}

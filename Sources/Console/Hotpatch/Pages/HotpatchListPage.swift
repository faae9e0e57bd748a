import Foundation
import Web

/// What the page of all releases shows beside the list.
struct HotpatchListPage: Codable, Sendable {
    let rows: [Row]
    let platforms: [AppPlatformChoice]
    let states: [StateChoice]
    /// Whether a filter is set.
    let filtered: Bool
    let mayEdit: Bool
    let mayRelease: Bool
    /// Reports that were not counted, because no such device was given such a patch; null for none.
    let ignored: OrNull<Int>
    let pager: Pager

    struct Row: Codable, Sendable {
        let hotpatch: HotpatchView
        let facts: HotpatchFacts
    }

    struct StateChoice: Codable, Sendable {
        let state: HotpatchState
        let chosen: Bool
    }

    init(_ list: List<HotpatchView>, _ filter: HotpatchFilter, ignored: Int, _ pager: Pager, _ app: App, _ context: Context) {
        rows = list.items.map { Row(hotpatch: $0, facts: HotpatchFacts($0)) }
        platforms = AppPlatformChoice.all(of: app, chosen: filter.platform?.rawValue)
        states = HotpatchState.allCases.map { StateChoice(state: $0, chosen: $0 == filter.state) }
        filtered = filter.platform != nil || filter.state != nil
        mayEdit = Policy.role(.operator).admits(context.viewer, app: app.id)
        mayRelease = Policy.role(.releaser).admits(context.viewer, app: app.id)
        self.ignored = OrNull(ignored > 0 ? ignored : nil)
        self.pager = pager
    }
}

/// What templates ask of a release beside its fields.
struct HotpatchFacts: Codable, Sendable {
    /// The state as a colour.
    let good: Bool
    let warn: Bool
    let bad: Bool
    let plain: Bool
    let draft: Bool
    let live: Bool
    let published: Bool
    let withdrawn: Bool
    /// 12.5%
    let percentage: String
    /// With commas.
    let versions: String
    /// Those of them that a newer release took over.
    let replaced: String
    /// 1 or 2.
    let format: String
    let guardMode: HotpatchGuardMode
    /// A question is open.
    let asked: Bool
    /// 12.5%; empty without a question.
    let askedPercentage: String
    /// The whitelist names somebody.
    let named: Bool
    /// It is packed for more than one secret.
    let severalSecrets: Bool

    init(_ view: HotpatchView) {
        good = view.state == .running
        warn = view.state == .paused
        bad = view.state.isWithdrawn
        plain = view.state == .ended
        draft = view.state == .draft
        live = view.state.isLive
        published = view.publishedAt.value != nil
        withdrawn = view.state.isWithdrawn
        percentage = RolloutFinding.percent(view.percentage)
        versions = view.targetVersions.joined(separator: ", ")
        let lives = Set(view.liveVersions)
        replaced = view.targetVersions.filter { !lives.contains($0) }.joined(separator: ", ")
        format = "\(view.format.rawValue)"
        guardMode = view.guard
        asked = view.asked.value != nil
        askedPercentage = view.asked.value.map { RolloutFinding.percent($0.percentage) } ?? ""
        named = view.whitelistCount > 0
        severalSecrets = view.packages.count > 1
    }
}

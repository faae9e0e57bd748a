import Foundation
import Web

/// Where a release is on its schedule, as JSON shows it.
struct HotpatchRampView: Codable, Sendable {
    /// Id of the schedule; it may be gone, or changed since.
    let ramp: String
    let name: String
    let state: HotpatchRampState
    let steps: [HotpatchRampStep]
    /// Percentage that it last saw or gave, and since when.
    let percentage: Double
    let since: Date
    /// Null when there is no further step.
    let nextPercentage: OrNull<Double>
    /// When the time of this step is over.
    let dueAt: OrNull<Date>
    /// Why it waits; null when it does not.
    let hold: OrNull<HotpatchRampHold>
    /// Newest first, the last 100.
    let events: [HotpatchRampEvent]

    init(_ run: HotpatchRampRun, _ events: [HotpatchRampEvent]) {
        ramp = run.ramp
        name = run.name
        state = run.state
        steps = run.steps
        percentage = Double(run.buckets) / 100
        since = run.since
        nextPercentage = OrNull(run.next?.percentage)
        dueAt = OrNull(run.state == .following && run.next != nil ? run.dueAt : nil)
        hold = OrNull(run.hold)
        self.events = events
    }
}

/// What the release page shows of it: `Views/Hotpatch/ramp`.
struct HotpatchRampPanel: Codable, Sendable {
    /// Null while the release follows none.
    let view: OrNull<HotpatchRampView>
    /// The schedule's name in the reader's language; the next two are the percentages with their digits.
    let shownName: String
    let shownPercentage: String
    let shownNext: String
    let steps: [Step]
    /// Whether it waits for something other than time.
    let isHeld: Bool
    let isFollowing: Bool
    let choices: [Choice]
    let mayEdit: Bool

    struct Step: Codable, Sendable {
        let percentage: String
        let hours: String
        let devices: Int
        let done: Bool
        let current: Bool
    }

    struct Choice: Codable, Sendable {
        let id: String
        let name: String
        let steps: String
        let chosen: Bool
    }
}

extension HotpatchRampPanel {
    init(
        _ release: Hotpatch,
        _ run: HotpatchRampRun?,
        _ events: [HotpatchRampEvent],
        _ ramps: [HotpatchRamp],
        _ words: Catalogue.Words,
        _ context: Context
    ) {
        view = OrNull(run.map { HotpatchRampView($0, events) })
        shownName = run.map { HotpatchRampName.shown($0.ramp, $0.name, words) } ?? ""
        shownPercentage = run.map { RolloutFinding.percent(Double($0.buckets) / 100) } ?? ""
        shownNext = run?.next.map { RolloutFinding.percent($0.percentage) } ?? ""
        steps = run.map { run in run.steps.map { Step($0, run) } } ?? []
        isHeld = run?.hold.map { $0 != .time } ?? false
        isFollowing = run?.state == .following
        choices = ramps.map { ramp in
            Choice(id: ramp.id, name: HotpatchRampName.shown(ramp.id, ramp.name, words), steps: ramp.summary, chosen: ramp.id == run?.ramp)
        }
        let isOpen = release.kept == .draft || release.state(at: context.reader.now).isLive
        mayEdit = isOpen && Policy.role(.releaser).admits(context.viewer, app: release.app)
    }
}

extension HotpatchRampPanel.Step {
    init(_ step: HotpatchRampStep, _ run: HotpatchRampRun) {
        let buckets = step.percentage.hotpatchBuckets
        self.init(
            percentage: RolloutFinding.percent(step.percentage),
            hours: HotpatchRampLines.hours(step.hours),
            devices: step.devices,
            done: buckets < (run.current?.percentage.hotpatchBuckets ?? 0),
            current: step == run.current
        )
    }
}

extension HotpatchRamp {
    /// 1 % → 2 % → …
    var summary: String { steps.map { RolloutFinding.percent($0.percentage) }.joined(separator: " → ") }
}

/// The schedule that every app has is called something in each language.
enum HotpatchRampName {
    static func shown(_ id: String, _ name: String, _ words: Catalogue.Words) -> String {
        id == HotpatchRamp.standard.id ? words["hotpatch.ramp.standard"] : name
    }
}

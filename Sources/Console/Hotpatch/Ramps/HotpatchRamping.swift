import Foundation
import Storage
import Web

/// The worker's part: one step of each schedule when all that it asks for is there.
extension HotpatchRamps {
    /// Read at once.
    private static let mostRuns = 200

    /// One bounded step of every release; once per cluster, each few seconds. One that cannot take it keeps no other from its turn.
    @Sendable func tick() async throws {
        var (last, failure) = (HotpatchRampRun?.none, (any Error)?.none)
        repeat {
            let runs = try await database.read { [last] in try $0.followingHotpatchRuns(after: last, limit: Self.mostRuns) }
            for run in runs {
                do { try await take(run) } catch { failure = failure ?? error }
            }
            last = runs.count == Self.mostRuns ? runs.last : nil
        } while last != nil && !Task.isCancelled
        if let failure { throw failure }
    }

    private func take(_ run: HotpatchRampRun) async throws {
        do {
            try await advance(run)
        } catch let problem as Problem where problem.kind == .notFound {
            // The release was deleted as a draft.
            try await save(run) { $0.state = .stopped }
        }
    }

    private func advance(_ run: HotpatchRampRun) async throws {
        let release = try await hotpatches.hotpatch(run.release, of: run.app)
        let (now, state) = (clock.now, release.state(at: clock.now))
        if state == .draft { return try await hold(run, .draft) }
        if !state.isLive { return try await save(run, .stopped, state.rawValue) { ($0.state, $0.hold) = (.stopped, nil) } }
        if try await notice(release, run, now) { return }
        guard let next = run.next else { return try await save(run, .finished, "") { ($0.state, $0.hold) = (.finished, nil) } }
        if state == .paused { return try await hold(run, .paused) }
        if let reason = try await obstacle(release, run, now) { return try await hold(run, reason) }
        try await raise(release, run, to: next, now)
    }

    /// The percentage may have been changed by hand, and a draft begins to run: then the step's time begins anew.
    private func notice(_ release: Hotpatch, _ run: HotpatchRampRun, _ now: Date) async throws -> Bool {
        let buckets = release.plan.percentage.hotpatchBuckets
        if run.hold == .draft {
            try await save(run) { ($0.hold, $0.buckets, $0.since) = (.time, buckets, release.publishedAt ?? now) }
            return true
        }
        guard buckets != run.buckets else { return false }
        let note = "\(RolloutFinding.percent(Double(run.buckets) / 100)) → \(RolloutFinding.percent(release.plan.percentage))"
        try await save(run, run.hold == .approval ? .raised : .deviation, note) { ($0.hold, $0.buckets, $0.since) = (.time, buckets, now) }
        return true
    }

    private func obstacle(_ release: Hotpatch, _ run: HotpatchRampRun, _ now: Date) async throws -> HotpatchRampHold? {
        let guarding = try await self.guard.contentment(release)
        if !guarding.isOn { return .guardOff }
        if guarding.isFrozen { return .frozen }
        if !guarding.isContent { return .evidence }
        if now < run.dueAt { return .time }
        return guarding.treated < run.current?.devices ?? 0 ? .devices : nil
    }

    private func raise(_ release: Hotpatch, _ run: HotpatchRampRun, to next: HotpatchRampStep, _ now: Date) async throws {
        if run.hold == .approval {
            let isOpen = try await database.read { try $0.openHotpatchApproval(run.app, run.release) } != nil
            // Declined, or taken back: people decide from here on.
            if !isOpen { try await save(run, .declined, RolloutFinding.percent(next.percentage)) { ($0.state, $0.hold) = (.stopped, nil) } }
            return
        }
        do {
            let raised = try await hotpatches.raise(run.release, of: run.app, to: next.percentage, by: .console)
            guard raised.plan.percentage > release.plan.percentage else { return try await hold(run, .approval) }
            let note = "\(RolloutFinding.percent(release.plan.percentage)) → \(RolloutFinding.percent(next.percentage))"
            try await save(run, .raised, note) { ($0.hold, $0.buckets, $0.since) = (.time, next.percentage.hotpatchBuckets, now) }
        } catch let problem as Problem where problem.kind == .conflict || problem.kind == .invalid {
            // Somebody was faster; the next step sees what came of it.
        }
    }

    /// Waiting for time alone is what a schedule is; everything else is written down when it begins.
    private func hold(_ run: HotpatchRampRun, _ reason: HotpatchRampHold) async throws {
        guard run.hold != reason else { return }
        let isWorthSaying = ![.time, .draft].contains(reason)
        try await save(run, isWorthSaying ? .held : nil, reason.rawValue) { $0.hold = reason }
    }

    /// Changes a run unless somebody else did meanwhile.
    private func save(
        _ run: HotpatchRampRun,
        _ kind: HotpatchRampEvent.Kind? = nil,
        _ note: String = "",
        _ change: @escaping @Sendable (inout HotpatchRampRun) -> Void
    ) async throws {
        let now = clock.now
        try await database.write { connection in
            guard var kept = try connection.hotpatchRun(run.app, run.release), kept == run else { return }
            change(&kept)
            try connection.saveHotpatchRun(kept)
            if let kind { try connection.addHotpatchRampEvent(kind, note, run.app, run.release, at: now, by: Actor.console.name) }
        }
    }
}

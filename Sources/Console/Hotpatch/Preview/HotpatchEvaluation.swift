import Foundation
import Web

/// Which patch a device would get, and why: every release of its platform that it was held against.
struct HotpatchEvaluation: Codable, Sendable {
    let outcome: HotpatchOutcome
    /// Id of the release whose patch it would get; null for none.
    let release: OrNull<String>
    /// Its patch version; null for none.
    let version: OrNull<String>
    /// The device as it was asked for, with what its logs tell besides.
    var device: UpdateAsker
    /// Whether logs told of the device.
    let known: Bool
    var trace: [HotpatchTrace]

    /// Without telephone numbers and mail addresses that the logs tell.
    /// - Parameter user: that was asked for.
    func masked(asked user: String) -> HotpatchEvaluation {
        var evaluation = self
        evaluation.device = device.masked(asked: user)
        evaluation.trace = trace.map { $0.masked() }
        return evaluation
    }
}

enum HotpatchOutcome: String, Codable, CaseIterable, Sendable {
    case patch, nothing
    /// It holds one that was withdrawn.
    case rollback
    /// It holds the one it would get.
    case current
}

/// One release held against one device.
struct HotpatchTrace: Codable, Sendable {
    let id: String
    let version: String
    let state: HotpatchState
    /// Null for the release that decides.
    let obstacle: OrNull<HotpatchObstacle>
    /// On which side of the guard's comparison; null for none.
    let arm: OrNull<HotpatchArm>
    var findings: [RolloutFinding]

    fileprivate func masked() -> HotpatchTrace {
        var trace = self
        trace.findings = findings.map { $0.masked() }
        return trace
    }
}

extension HotpatchPreviews {
    /// - Parameters:
    ///   - current: the patch version that the device holds; empty for none.
    ///   - draft: id of a release that counts as if it were published.
    /// - Throws: `notFound` for the draft.
    func evaluate(_ asked: UpdateAsker, on platform: Platform, of app: App, current: String, draft: String?) async throws -> HotpatchEvaluation {
        let now = hotpatches.clock.now
        let known = asked.device.isEmpty ? nil : try await devices.device(asked.device, of: app.id, platform)
        let asker = asked.completed(by: known)
        let device = asker.rollout(platform)
        var (decided, trace): (Hotpatch?, [HotpatchTrace]) = (nil, [])
        for (hotpatch, users) in try await considered(app.id, platform, draft, now) {
            let offer = HotpatchOffer(hotpatch, users: users, packages: [])
            var own = Set(hotpatch.liveVersions.map(RolloutVersion.init))
            // A draft that counts as published would have replaced those behind it.
            if let first = decided, first.kept == .draft { own.subtract(first.plan.targetVersions.map(RolloutVersion.init)) }
            let verdict = verdict(offer, device, own, Set(hotpatch.plan.targetVersions.map(RolloutVersion.init)), now)
            if verdict.obstacle == nil, decided == nil { decided = hotpatch }
            trace.append(HotpatchTrace(hotpatch, offer, verdict, device, users, at: now))
        }
        let outcome = outcome(decided, current, app.id, platform)
        return HotpatchEvaluation(
            outcome: outcome,
            release: OrNull(outcome == .patch ? decided?.id : nil),
            version: OrNull(outcome == .patch ? decided?.version : nil),
            device: asker,
            known: known != nil,
            trace: trace
        )
    }

    private func outcome(_ decided: Hotpatch?, _ current: String, _ app: String, _ platform: Platform) -> HotpatchOutcome {
        if hotpatches.index.program(app, platform)?.withdrawn(current) != nil { return .rollback }
        guard let decided else { return .nothing }
        return decided.version == current ? .current : .patch
    }

    /// What is live, newest first, the draft before all.
    private func considered(_ app: String, _ platform: Platform, _ draft: String?, _ now: Date) async throws -> [(Hotpatch, RolloutUsers)] {
        try await hotpatches.database.read { connection in
            var releases = try connection.liveHotpatches(at: now, of: app).filter { $0.plan.platform == platform }.reversed() as [Hotpatch]
            if let draft, !releases.contains(where: { $0.id == draft }) {
                let drafted = try connection.hotpatch(app, draft)
                if drafted.plan.platform == platform { releases.insert(drafted, at: 0) }
            }
            return try releases.map { ($0, $0.named > 0 ? try connection.rolloutUsers(app, $0.id) ?? .none : .none) }
        }
    }
}

extension HotpatchTrace {
    fileprivate init(
        _ hotpatch: Hotpatch,
        _ offer: HotpatchOffer,
        _ verdict: HotpatchOffer.Verdict,
        _ device: RolloutDevice,
        _ users: RolloutUsers,
        at now: Date
    ) {
        var arm: HotpatchArm?
        if case .share(let bucket, _) = verdict, offer.isGuarded { arm = HotpatchCohort.arm(bucket: bucket, percentage: offer.percentage) }
        self.init(
            id: hotpatch.id,
            version: hotpatch.version,
            state: hotpatch.state(at: now),
            obstacle: OrNull(verdict.obstacle),
            arm: OrNull(arm),
            findings: hotpatch.findings(device, users)
        )
    }
}

extension Hotpatch {
    /// Each thing that the release asks of a device, with what was found.
    fileprivate func findings(_ device: RolloutDevice, _ users: RolloutUsers) -> [RolloutFinding] {
        var findings: [RolloutFinding] = []
        if let versions = RolloutCondition.versions(.version, liveVersions) { findings.append(RolloutFinding(versions, device)) }
        if users.count > 0 {
            let isNamed = users.contains(device.user)
            findings.append(RolloutFinding(.user, .oneOf, wanted: "… (\(users.count))", found: device.user, holds: isNamed))
        }
        findings += plan.rollout.trace(device)
        findings.append(RolloutFinding(.share(RolloutShare(percentage: plan.percentage, salt: salt)), device))
        return findings
    }
}

import Foundation
import Web

/// Who would get a patch, if it ran beside those that run now.
struct HotpatchPreview: Codable, Sendable {
    let audience: RolloutPreview<HotpatchObstacle>
    /// Rules ask for cities or networks, which logs do not tell of devices: these rules were taken as fulfilled, so fewer may get it.
    let atMost: Bool
    /// Devices that would be compared with those that get it; 0 where the guard is off.
    let control: Int
    /// What it would replace.
    let replaces: [HotpatchReplacing]
}

/// A release that would lose versions to a new one.
struct HotpatchReplacing: Codable, Sendable, Equatable {
    let id: String
    let version: String
    let versions: [String]
    /// It would have none left.
    let ends: Bool
}

/// Makes previews.
struct HotpatchPreviews: Sendable {
    let hotpatches: Hotpatches
    let devices: TelemetryKnownDevices
    let spared: HotpatchSpared

    static let days = 30
    /// Devices that are held against a release; a tenth of a second for 50,000.
    static let mostExamined = 50_000

    /// - Throws: `notFound`.
    func preview(_ id: String, of app: App) async throws -> HotpatchPreview {
        let now = hotpatches.clock.now
        let hotpatch = try await hotpatches.hotpatch(id, of: app.id)
        let users = try await hotpatches.users(id, of: app.id)
        let seen = try await devices.seen(app, hotpatch.plan.platform, days: Self.days, now: now, limit: Self.mostExamined)
        let known = seen.devices.map { RolloutDevice($0, hotpatch.plan.platform) }
        let offer = HotpatchOffer(hotpatch.withoutUnkept, users: users, packages: [])
        let (own, all) = (Set(hotpatch.liveVersions.map(RolloutVersion.init)), Set(hotpatch.plan.targetVersions.map(RolloutVersion.init)))
        var control = 0
        let audience = RolloutPreview(days: Self.days, devices: seen.count, known) { device -> HotpatchObstacle? in
            let verdict = verdict(offer, device, own, all, now)
            if case .share(let bucket, _) = verdict, offer.isGuarded, HotpatchCohort.arm(bucket: bucket, percentage: offer.percentage) == .control {
                control += 1
            }
            return verdict.obstacle
        }
        let replaces = hotpatch.kept == .draft ? try await replacing(hotpatch, now) : []
        return HotpatchPreview(audience: audience, atMost: hotpatch.plan.asksUnkept, control: control, replaces: replaces)
    }

    /// - Parameters:
    ///   - own: versions that the release has.
    ///   - all: also those that a newer one took over.
    func verdict(
        _ offer: HotpatchOffer,
        _ device: RolloutDevice,
        _ own: Set<RolloutVersion>,
        _ all: Set<RolloutVersion>,
        _ now: Date
    ) -> HotpatchOffer.Verdict {
        guard device.version.isKnown else { return .kept(.unknownVersion) }
        guard own.contains(device.version) else { return .kept(all.contains(device.version) ? .replaced : .otherVersion) }
        return offer.verdict(device, at: now, RolloutBuckets(device: device.device)) {
            spared.isSpared(app: offer.app, release: offer.release, device: device.device)
        }
    }

    private func replacing(_ hotpatch: Hotpatch, _ now: Date) async throws -> [HotpatchReplacing] {
        let wanted = Set(hotpatch.plan.targetVersions.map(RolloutVersion.init))
        return try await hotpatches.database.read { try $0.liveHotpatches(at: now, of: hotpatch.app) }.compactMap { old in
            let shared = old.liveVersions.filter { wanted.contains(RolloutVersion($0)) }
            guard old.plan.platform == hotpatch.plan.platform, old.id != hotpatch.id, !shared.isEmpty else { return nil }
            return HotpatchReplacing(id: old.id, version: old.version, versions: shared, ends: shared.count == old.liveVersions.count)
        }
    }
}

extension HotpatchOffer.Verdict {
    /// nil for a device that gets it.
    var obstacle: HotpatchObstacle? {
        switch self {
        case .named: nil
        case .share(_, let isIn): isIn ? nil : .outsideShare
        case .kept(let obstacle): obstacle
        }
    }
}

extension HotpatchPlan {
    /// Whether it asks for what logs do not tell of devices.
    fileprivate var asksUnkept: Bool { rules.contains(where: \.isUnkept) }
}

extension Hotpatch {
    /// Without the rules that cannot be held against devices of the logs.
    fileprivate var withoutUnkept: Hotpatch {
        var plan = plan
        plan.rules.removeAll(where: \.isUnkept)
        return with(plan)
    }

    func with(_ plan: HotpatchPlan) -> Hotpatch {
        Hotpatch(
            id: id,
            app: app,
            number: number,
            plan: plan,
            script: script,
            salt: salt,
            kept: kept,
            revision: revision,
            replaced: replaced,
            firstPercentage: firstPercentage,
            mostPercentage: mostPercentage,
            createdAt: createdAt,
            createdBy: createdBy,
            publishedAt: publishedAt,
            publicURL: publicURL,
            finding: finding,
            named: named
        )
    }
}

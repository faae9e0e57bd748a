import Foundation
import Web

/// Who would be told of a release, if it ran beside those that run now.
struct UpdatePreview: Codable, Sendable {
    let audience: RolloutPreview<UpdateObstacle>
    /// Rules ask for cities or networks, which logs do not tell of devices: these rules were taken as fulfilled, so fewer may be told.
    let atMost: Bool
    /// Places left in its window; null where places are not counted.
    let places: OrNull<Int>
    /// Devices that would be forced.
    let forced: Int
}

/// Makes previews.
struct UpdatePreviews: Sendable {
    let updates: Updates
    let devices: TelemetryKnownDevices

    static let days = 30
    /// Devices that are held against a release; a tenth of a second for 50,000.
    static let mostExamined = 50_000

    /// - Throws: `notFound`.
    func preview(_ id: String, of app: App) async throws -> UpdatePreview {
        let now = updates.clock.now
        let update = try await updates.update(id, of: app.id)
        let users = try await updates.users(id, of: app.id)
        let seen = try await devices.seen(app, update.plan.platform, days: Self.days, now: now, limit: Self.mostExamined)
        let known = seen.devices.map { RolloutDevice($0, update.plan.platform) }
        let view = UpdatePreviewView(update, users, beside: try await running(app.id, update.plan.platform, now), now)
        var forced = 0
        let audience = RolloutPreview(days: Self.days, devices: seen.count, known) { device in
            let obstacle = view.obstacle(device)
            if obstacle == nil, view.isForced(device) { forced += 1 }
            return obstacle
        }
        let places = update.plan.window?.limit.map { max($0 - update.taken, 0) }
        return UpdatePreview(audience: audience, atMost: update.plan.asksUnkept, places: OrNull(places), forced: forced)
    }

    /// Releases with their whitelists, in the order in which devices are held against them.
    func running(_ app: String, _ platform: Platform, _ now: Date) async throws -> [(update: Update, users: RolloutUsers)] {
        try await updates.database.read { connection in
            let running = try connection.runningUpdates(at: now, of: app).filter { $0.plan.platform == platform }
            return try running.sorted(by: UpdateProgram.comesBefore).map { update in
                (update, update.plan.mode == .whitelist ? try connection.rolloutUsers(app, update.id) ?? .none : .none)
            }
        }
    }
}

/// One release among those that run.
private struct UpdatePreviewView {
    private let own: UpdateOffer
    private let isForce: Bool
    /// Those that devices are held against before it.
    private let before: [UpdateOffer]
    private let now: Date

    init(_ update: Update, _ users: RolloutUsers, beside running: [(update: Update, users: RolloutUsers)], _ now: Date) {
        own = UpdateOffer(update.withoutUnkept, users: users)
        isForce = update.plan.upgradeType == .force
        before = running.filter { $0.update.id != update.id && UpdateProgram.comesBefore($0.update, update) }
            .map { UpdateOffer($0.update, users: $0.users) }
        self.now = now
    }

    func obstacle(_ device: RolloutDevice) -> UpdateObstacle? {
        let buckets = RolloutBuckets(device: device.device)
        if let obstacle = own.obstacle(device, at: now, buckets) { return obstacle }
        // Who has a place in a window of others is not looked up: it is taken for one that has none.
        let other = before.contains { !$0.countsPlaces && $0.obstacle(device, at: now, buckets) == nil }
        return other ? .otherFirst : nil
    }

    func isForced(_ device: RolloutDevice) -> Bool { isForce || own.isForced(device) }
}

extension UpdatePlan {
    /// Whether it asks for what logs do not tell of devices.
    fileprivate var asksUnkept: Bool { !networks.isEmpty || rules.contains(where: \.isUnkept) }
}

extension Update {
    /// Without the rules that cannot be held against devices of the logs.
    fileprivate var withoutUnkept: Update {
        var plan = plan
        plan.rules.removeAll(where: \.isUnkept)
        return Update(
            id: id,
            app: app,
            plan: plan,
            salt: salt,
            kept: kept,
            revision: revision,
            createdAt: createdAt,
            createdBy: createdBy,
            publishedAt: publishedAt,
            named: named,
            taken: taken
        )
    }
}

import Foundation
import Signing
import Storage
import Web

/// Named schedules by which releases are raised while the guard is content. Each verb is one transaction with its audit entry.
struct HotpatchRamps: Sendable {
    let database: Database
    let hotpatches: Hotpatches
    let `guard`: HotpatchGuard
    let audit: Audit
    let clock: Clock

    // MARK: schedules

    /// The one that every app has, then the app's own in order of their making.
    func list(_ app: String) async throws -> [HotpatchRamp] {
        [.standard] + (try await database.read { try $0.hotpatchRamps(app) })
    }

    /// - Throws: `notFound`.
    func ramp(_ id: String, of app: String) async throws -> HotpatchRamp {
        if id == HotpatchRamp.standard.id { return .standard }
        return try await database.read { try $0.foundRamp(app, id) }
    }

    /// - Throws: `invalid` with every field that is wrong; `conflict` when there are as many as there may be.
    func add(_ draft: HotpatchRampDraft, to app: String, by actor: Actor) async throws -> HotpatchRamp {
        let (name, steps) = try draft.checked()
        let (id, now) = (Random.hex(8), clock.now)
        let ramp = HotpatchRamp(id: id, name: name, steps: steps, createdAt: OrNull(now), createdBy: actor.name, changedAt: OrNull(now))
        try await database.write { [audit] connection in
            guard try connection.hotpatchRamps(app).count < HotpatchRamp.most else {
                throw Problem(.conflict, "hotpatch.ramp.many", ["limit": "\(HotpatchRamp.most)"])
            }
            try connection.insertHotpatchRamp(ramp, of: app, at: now)
            try audit.record(connection, by: actor, "hotpatch.addRamp", app: app, object: ramp.audited, after: ramp.values)
        }
        return ramp
    }

    /// Releases that follow it keep the steps they began with.
    /// - Throws: `notFound`, `invalid`.
    func edit(_ id: String, of app: String, _ draft: HotpatchRampDraft, by actor: Actor) async throws -> HotpatchRamp {
        let (name, steps) = try draft.checked()
        let now = clock.now
        return try await database.write { [audit] connection in
            let before = try connection.foundRamp(app, id)
            try connection.setHotpatchRamp(name, steps, app, id, at: now)
            let after = try connection.foundRamp(app, id)
            try audit.record(connection, by: actor, "hotpatch.editRamp", app: app, object: after.audited, before: before.values, after: after.values)
            return after
        }
    }

    /// Releases that follow it go on.
    /// - Throws: `notFound`.
    func remove(_ id: String, of app: String, by actor: Actor) async throws {
        try await database.write { [audit] connection in
            let ramp = try connection.foundRamp(app, id)
            try connection.deleteHotpatchRamp(app, id)
            try audit.record(connection, by: actor, "hotpatch.removeRamp", app: app, object: ramp.audited, before: ramp.values)
        }
    }

    // MARK: releases

    /// Has a release follow a schedule from where it is.
    /// - Throws: `notFound`; `invalid` for a schedule that is not there; `conflict` for a release that is over, or is at the last step already.
    func follow(_ ramp: String, _ id: String, of app: String, by actor: Actor) async throws {
        let now = clock.now
        let chosen: HotpatchRamp
        do {
            chosen = try await self.ramp(ramp, of: app)
        } catch let problem as Problem where problem.kind == .notFound {
            throw Problem.invalid("ramp", "hotpatch.ramp.unknown")
        }
        try await database.write { [audit] connection in
            let release = try connection.hotpatch(app, id)
            guard release.kept == .draft || release.state(at: now).isLive else { throw Problem(.conflict, "hotpatch.ramp.over") }
            let run = HotpatchRampRun(chosen, release, at: now)
            guard release.kept == .draft || run.next != nil else { throw Problem(.conflict, "hotpatch.ramp.atEnd") }
            try connection.saveHotpatchRun(run)
            try connection.addHotpatchRampEvent(.chosen, chosen.name, app, id, at: now, by: actor.name)
            try audit.record(connection, by: actor, "hotpatch.followRamp", app: app, object: release.audited, after: ["ramp": chosen.name])
        }
    }

    /// From now on only people raise it.
    /// - Throws: `notFound`; `conflict` when it follows none.
    func stop(_ id: String, of app: String, by actor: Actor) async throws {
        let now = clock.now
        try await database.write { [audit] connection in
            let release = try connection.hotpatch(app, id)
            guard var run = try connection.hotpatchRun(app, id), run.state == .following else { throw Problem(.conflict, "hotpatch.ramp.none") }
            (run.state, run.hold) = (.stopped, nil)
            try connection.saveHotpatchRun(run)
            try connection.addHotpatchRampEvent(.stopped, "", app, id, at: now, by: actor.name)
            try audit.record(connection, by: actor, "hotpatch.leaveRamp", app: app, object: release.audited, before: ["ramp": run.name])
        }
    }
}

extension Connection {
    fileprivate func foundRamp(_ app: String, _ id: String) throws -> HotpatchRamp {
        guard let ramp = try hotpatchRamp(app, id) else { throw Problem.notFound }
        return ramp
    }
}

extension HotpatchRamp {
    fileprivate var audited: String { "\(name) (\(id))" }
    fileprivate var values: [String: String] {
        let steps = steps.map { "\(RolloutFinding.percent($0.percentage)) \($0.hours) h \($0.devices)" }
        return ["name": name, "steps": steps.joined(separator: ", ")]
    }
}

extension HotpatchRampRun {
    fileprivate init(_ ramp: HotpatchRamp, _ release: Hotpatch, at time: Date) {
        self.init(
            app: release.app,
            release: release.id,
            ramp: ramp.id,
            name: ramp.name,
            steps: ramp.steps,
            state: .following,
            buckets: release.plan.percentage.hotpatchBuckets,
            since: time,
            hold: release.kept == .draft ? .draft : nil
        )
    }
}

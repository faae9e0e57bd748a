import Foundation
import Storage
import Web

/// Putting patches before devices, holding them back, and taking them from devices. Each verb has devices told otherwise from now on, by every node.
extension Hotpatches {
    /// Publishes a draft, or asks a second person to, where the app wants it: then it stays a draft until that person agrees.
    /// - Parameters:
    ///   - revision: the one that was reviewed; nil to publish whatever is drafted.
    ///   - publicURL: what devices call the console; the address of the package begins with it.
    ///   - person: id of the account that acts, through whichever token.
    /// - Throws: `notFound`; `conflict` for what is no draft, was changed since, or when as many run as may; `invalid` for what it lacks.
    func publish(
        _ id: String,
        of app: String,
        revision: Int?,
        publicURL: String,
        by actor: Actor,
        person: String? = nil
    ) async throws -> Hotpatch {
        let drafted = try await hotpatch(id, of: app)
        if try await approval(of: app).asks(drafted.plan.percentage), drafted.kept == .draft {
            return try await ask(.publication, drafted.plan.percentage, id, of: app, revision: revision, by: actor, person)
        }
        return try await packed(drafted) { packed, connection, hotpatch, now in
            try hotpatch.check(revision)
            guard try !connection.hotpatchApprovalOption(app).asks(hotpatch.plan.percentage) else { throw Problem(.conflict, "hotpatch.stale") }
            try takePublication(connection, hotpatch, packed, publicURL, at: now, by: actor)
        }
    }

    /// Packs a draft, and publishes it in one transaction; when that fails its packages go again.
    func packed(
        _ drafted: Hotpatch,
        _ body: @escaping @Sendable ([HotpatchPacked], Connection, Hotpatch, Date) throws -> Void
    ) async throws -> Hotpatch {
        let now = clock.now
        guard drafted.state(at: now).after(.publication) != nil else { throw Problem(.conflict, "hotpatch.state.publication") }
        let packed = try await pack(drafted)
        do {
            return try await change(drafted.id, of: drafted.app) { connection, hotpatch in
                guard hotpatch.plan == drafted.plan, hotpatch.script == drafted.script else { throw Problem(.conflict, "hotpatch.stale") }
                try body(packed, connection, hotpatch, now)
            }
        } catch {
            await discard(packed)
            throw error
        }
    }

    /// The part of a publication that is within the transaction.
    func takePublication(
        _ connection: Connection,
        _ hotpatch: Hotpatch,
        _ packed: [HotpatchPacked],
        _ publicURL: String,
        at now: Date,
        by actor: Actor
    ) throws {
        let (app, id) = (hotpatch.app, hotpatch.id)
        try check(hotpatch, at: now, connection)
        for package in packed { try connection.insertHotpatchPackage(package, app, id) }
        try replace(connection, by: hotpatch, at: now, actor)
        try connection.publishHotpatch(app, id, publicURL: publicURL, at: now)
        try connection.setHotpatchPercentage(hotpatch.plan.percentage, app, id)
        try step(connection, hotpatch, .publication, at: now, by: actor, values: hotpatch.values)
    }

    private func check(_ hotpatch: Hotpatch, at now: Date, _ connection: Connection) throws {
        if let end = hotpatch.plan.endsAt, end <= now { throw Problem.invalid("endsAt", "hotpatch.endsAt.past") }
        guard try connection.liveHotpatches(at: now, of: hotpatch.app).count < Self.mostLive else {
            throw Problem(.conflict, "hotpatch.manyLive", ["limit": "\(Self.mostLive)"])
        }
    }

    /// Takes the versions of a new release from those that had them; one that has none left has ended.
    private func replace(_ connection: Connection, by new: Hotpatch, at now: Date, _ actor: Actor) throws {
        let wanted = Set(new.plan.targetVersions.map(RolloutVersion.init))
        for old in try connection.liveHotpatches(at: now, of: new.app) where old.plan.platform == new.plan.platform && old.id != new.id {
            let shared = old.liveVersions.filter { wanted.contains(RolloutVersion($0)) }
            if shared.isEmpty { continue }
            let versions = shared.joined(separator: ", ")
            try connection.setHotpatchReplaced(old.replaced + shared, old.app, old.id)
            try connection.addHotpatchEvent(.replaced, "#\(new.number): \(versions)", old.app, old.id, at: now, by: actor.name)
            try connection.addHotpatchEvent(.replacing, "#\(old.number): \(versions)", new.app, new.id, at: now, by: actor.name)
            let after = old.ledgered.merging(["replacedBy": "#\(new.number)", "version": versions, "versions": versions]) { $1 }
            try audit.record(connection, by: actor, "hotpatch.replaced", app: old.app, object: old.audited, after: after)
            if shared.count == old.liveVersions.count {
                try withdrawQuestion(connection, old, at: now, by: actor)
                try step(connection, old, .end, at: now, by: actor)
            }
        }
    }

    /// No device is given it until it goes on; those that have it keep it.
    func pause(_ id: String, of app: String, by actor: Actor) async throws -> Hotpatch {
        try await take(.pause, id, of: app, by: actor)
    }

    func resume(_ id: String, of app: String, by actor: Actor) async throws -> Hotpatch {
        try await take(.resume, id, of: app, by: actor)
    }

    /// No further device is given it; those that have it keep it.
    func end(_ id: String, of app: String, by actor: Actor) async throws -> Hotpatch {
        try await take(.end, id, of: app, by: actor)
    }

    /// Takes it from the devices that have it, too: they are told when they next ask.
    func rollBack(_ id: String, of app: String, by actor: Actor) async throws -> Hotpatch {
        try await take(.rollback, id, of: app, by: actor)
    }

    /// What the guard does about a patch that harms: as `rollBack`, with what it found.
    /// - Parameter finding: JSON.
    func halt(_ id: String, of app: String, because finding: String, by actor: Actor) async throws -> Hotpatch {
        try await take(.halt, id, of: app, by: actor, finding: finding)
    }

    private func take(_ step: HotpatchStep, _ id: String, of app: String, by actor: Actor, finding: String? = nil) async throws -> Hotpatch {
        let now = clock.now
        return try await change(id, of: app) { connection, hotpatch in
            if step != .pause, step != .resume { try withdrawQuestion(connection, hotpatch, at: now, by: actor) }
            try self.step(connection, hotpatch, step, at: now, by: actor, finding: finding)
        }
    }

    private func step(
        _ connection: Connection,
        _ hotpatch: Hotpatch,
        _ step: HotpatchStep,
        at now: Date,
        by actor: Actor,
        values: [String: String] = [:],
        finding: String? = nil
    ) throws {
        let (state, app, id) = (hotpatch.state(at: now), hotpatch.app, hotpatch.id)
        guard let next = state.after(step) else { throw Problem(.conflict, "hotpatch.state.\(step.rawValue)") }
        try connection.setHotpatchState(next, finding: finding, app, id)
        try connection.addHotpatchEvent(HotpatchEvent.Kind(step), "", app, id, at: now, by: actor.name)
        let (was, becomes) = (["state": state.rawValue], hotpatch.ledgered.merging(values) { $1 }.merging(["state": next.rawValue]) { $1 })
        try audit.record(connection, by: actor, "hotpatch.\(step.rawValue)", app: app, object: hotpatch.audited, before: was, after: becomes)
    }

    /// A change that devices see.
    func change(
        _ id: String,
        of app: String,
        _ body: @escaping @Sendable (Connection, Hotpatch) throws -> Void
    ) async throws -> Hotpatch {
        try await database.change(.hotpatches) { connection in
            // One publication after the other, also of two nodes: what is live for a version is looked up and changed in one go.
            try connection.lockHotpatches(of: app)
            try body(connection, try connection.hotpatch(app, id))
            return try connection.hotpatch(app, id)
        } then: {
            try await refresh()
        }
    }
}

import Foundation
import Storage
import Web

/// More devices, fewer, and other users.
extension Hotpatches {
    /// Gives it to more devices; those that have it stay. Where the app wants a second person's word, this asks, and the percentage stays.
    /// - Parameter person: id of the account that acts, through whichever token.
    /// - Throws: `notFound`; `conflict` for a release that is not live; `invalid` for a percentage that is no higher.
    func raise(_ id: String, of app: String, to percentage: Double, by actor: Actor, person: String? = nil) async throws -> Hotpatch {
        guard RolloutShare.isPercentage(percentage) else { throw Problem.invalid("percentage", "hotpatch.percentage.range") }
        let before = try await hotpatch(id, of: app)
        try before.checkRaising(to: percentage, at: clock.now)
        if try await approval(of: app).asks(percentage) {
            return try await ask(.rollout, percentage, id, of: app, revision: nil, by: actor, person)
        }
        let now = clock.now
        return try await change(id, of: app) { connection, hotpatch in
            guard try !connection.hotpatchApprovalOption(app).asks(percentage) else { throw Problem(.conflict, "hotpatch.stale") }
            try withdrawQuestion(connection, hotpatch, at: now, by: actor)
            try takeRaise(connection, hotpatch, to: percentage, at: now, by: actor)
        }
    }

    /// The part of a raise that is within the transaction.
    func takeRaise(_ connection: Connection, _ hotpatch: Hotpatch, to percentage: Double, at now: Date, by actor: Actor) throws {
        try hotpatch.checkRaising(to: percentage, at: now)
        try set(connection, hotpatch, percentage, .raised, at: now, by: actor)
    }

    /// Gives it to fewer devices from now on. Those that have it already keep it until it is rolled back.
    /// - Parameter confirmed: that who asks knows this.
    /// - Throws: `notFound`; `conflict` for a release that is not live; `invalid` on `confirm` unless it is confirmed.
    func lower(_ id: String, of app: String, to percentage: Double, confirmed: Bool, by actor: Actor) async throws -> Hotpatch {
        guard RolloutShare.isPercentage(percentage) else { throw Problem.invalid("percentage", "hotpatch.percentage.range") }
        let now = clock.now
        return try await change(id, of: app) { connection, hotpatch in
            guard hotpatch.state(at: now).isLive else { throw Problem(.conflict, "hotpatch.rollout.state") }
            guard percentage < hotpatch.plan.percentage else { throw Problem.invalid("percentage", "hotpatch.rollout.same") }
            guard confirmed else { throw Problem.invalid("confirm", "hotpatch.rollout.confirm") }
            try withdrawQuestion(connection, hotpatch, at: now, by: actor)
            try set(connection, hotpatch, percentage, .lowered, at: now, by: actor)
        }
    }

    private func set(
        _ connection: Connection,
        _ hotpatch: Hotpatch,
        _ percentage: Double,
        _ kind: HotpatchEvent.Kind,
        at now: Date,
        by actor: Actor
    ) throws {
        let (old, new) = (RolloutFinding.percent(hotpatch.plan.percentage), RolloutFinding.percent(percentage))
        try connection.setHotpatchPercentage(percentage, hotpatch.app, hotpatch.id)
        try connection.addHotpatchEvent(kind, "\(old) → \(new)", hotpatch.app, hotpatch.id, at: now, by: actor.name)
        let was = ["percentage": old]
        let becomes = hotpatch.ledgered(percentage, named: hotpatch.named).merging(["percentage": new]) { $1 }
        try audit.record(connection, by: actor, "hotpatch.\(kind.rawValue)", app: hotpatch.app, object: hotpatch.audited, before: was, after: becomes)
    }

    /// Replaces the users who get it whatever rules and percentage say. Who is named no more keeps what the device has.
    /// - Parameter mayRelease: whether the actor may change what devices get, and not only a draft.
    /// - Throws: `notFound`; `forbidden` for who may change drafts only; `conflict` for a release that is over, and for users who would get one that runs
    ///   without the second person whom the app always wants; `invalid` for a list that is none.
    func setUsers(_ users: [String], of id: String, of app: String, mayRelease: Bool = true, by actor: Actor) async throws -> Hotpatch {
        let list = try UpdateRules.whitelist(users)
        let now = clock.now
        return try await change(id, of: app) { connection, hotpatch in
            let state = hotpatch.state(at: now)
            guard mayRelease || state == .draft else { throw Problem(.forbidden, "web.forbidden.role.releaser") }
            guard state == .draft || state.isLive else { throw Problem(.conflict, "hotpatch.whitelist.state") }
            if state.isLive { try checkAdding(list, to: hotpatch, connection) }
            try connection.setRolloutUsers(list, of: app, id)
            try connection.countHotpatchChange(app, id)
            if state == .draft { try withdrawQuestion(connection, hotpatch, at: now, by: actor) }
            try connection.addHotpatchEvent(.whitelist, "\(list.count)", app, id, at: now, by: actor.name)
            let was = ["users": "\(hotpatch.named)"]
            let becomes = hotpatch.ledgered(hotpatch.plan.percentage, named: list.count)
                .merging(["users": "\(list.count)", "state": state.rawValue]) { $1 }
            try audit.record(connection, by: actor, "hotpatch.whitelist", app: app, object: hotpatch.audited, before: was, after: becomes)
        }
    }

    /// There is no question that a second person could be asked about users.
    private func checkAdding(_ list: RolloutUsers, to hotpatch: Hotpatch, _ connection: Connection) throws {
        guard try connection.hotpatchApprovalOption(hotpatch.app).approval == .all else { return }
        let named = try connection.rolloutUsers(hotpatch.app, hotpatch.id) ?? .none
        guard list.ids.allSatisfy(named.contains) else { throw Problem(.conflict, "hotpatch.approval.users") }
    }
}

extension Hotpatch {
    /// - Throws: `conflict` for a release that is not live; `invalid` for a percentage that is no higher.
    fileprivate func checkRaising(to percentage: Double, at now: Date) throws {
        guard state(at: now).isLive else { throw Problem(.conflict, "hotpatch.rollout.state") }
        guard percentage > plan.percentage else { throw Problem.invalid("percentage", "hotpatch.rollout.same") }
    }
}

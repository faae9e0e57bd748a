import Foundation
import Storage
import Web

/// Putting releases before devices, holding them back and ending them. Each verb has devices told otherwise from now on, by every node.
extension Updates {
    /// - Parameters:
    ///   - revision: the one that was reviewed; nil to publish whatever is drafted.
    ///   - publicURL: what devices call the console; it becomes part of the address of a build's install page.
    /// - Throws: `notFound`; `conflict` for what is no draft, was changed since, or when as many run as may; `invalid` for what it lacks.
    func publish(_ id: String, of app: String, revision: Int?, publicURL: String, by actor: Actor) async throws -> Update {
        let drafted = try await update(id, of: app)
        let address = try await address(drafted, publicURL)
        let now = clock.now
        return try await change(id, of: app, .publication, by: actor) { connection, update in
            try update.check(revision)
            // The address was looked up before the transaction.
            guard update.plan == drafted.plan else { throw Problem(.conflict, "updates.stale") }
            try check(update, address, at: now, connection)
            try connection.publishUpdate(app, id, downloadURL: address, at: now)
            if let window = update.plan.window { try connection.openWindow(window, update.windowKey) }
            return Change(values: update.values.merging(["downloadURL": address]) { $1 })
        }
    }

    /// Empty when there is none.
    func address(_ update: Update, _ publicURL: String) async throws -> String {
        if !update.plan.downloadURL.isEmpty { return update.plan.downloadURL }
        guard let id = update.plan.build, let build = try await builds.find(id, update.app) else { return "" }
        return build.installURL(publicURL)
    }

    private func check(_ update: Update, _ address: String, at now: Date, _ connection: Connection) throws {
        var wrong: [Rejection] = []
        if let build = update.plan.build, try !builds.isOffered(connection, build, update.app) {
            wrong.append(Rejection("build", "updates.build.gone"))
        }
        if address.isEmpty { wrong.append(Rejection("downloadURL", "updates.downloadURL.needed")) }
        if update.plan.mode == .whitelist, update.named == 0 { wrong.append(Rejection("whitelist", "updates.whitelist.needed")) }
        if let window = update.plan.window, !window.isOpen(at: now) { wrong.append(Rejection("endsAt", "updates.endsAt.past")) }
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
        guard try connection.runningUpdates(at: now, of: update.app).count < Self.mostRunning else {
            throw Problem(.conflict, "updates.manyRunning", ["limit": "\(Self.mostRunning)"])
        }
    }

    /// Devices are not told of it until it goes on; who has a place in its window keeps it.
    func pause(_ id: String, of app: String, by actor: Actor) async throws -> Update {
        try await change(id, of: app, .pause, by: actor) { _, _ in Change() }
    }

    func resume(_ id: String, of app: String, by actor: Actor) async throws -> Update {
        let now = clock.now
        return try await change(id, of: app, .resume, by: actor) { connection, _ in
            guard try connection.runningUpdates(at: now, of: app).count < Self.mostRunning else {
                throw Problem(.conflict, "updates.manyRunning", ["limit": "\(Self.mostRunning)"])
            }
            return Change()
        }
    }

    /// For good.
    func end(_ id: String, of app: String, by actor: Actor) async throws -> Update {
        try await change(id, of: app, .end, by: actor) { _, _ in Change() }
    }

    /// What the audit log says of a change of state.
    private struct Change {
        var values: [String: String] = [:]
    }

    private func change(
        _ id: String,
        of app: String,
        _ step: UpdateStep,
        by actor: Actor,
        _ body: @escaping @Sendable (Connection, Update) throws -> Change
    ) async throws -> Update {
        let now = clock.now
        return try await database.change(.updates) { connection in
            let update = try connection.found(app, id)
            let state = update.state(at: now)
            guard let next = state.after(step) else { throw Problem(.conflict, "updates.state.\(step.rawValue)") }
            let change = try body(connection, update)
            try connection.setUpdateState(next, app, id)
            try connection.addUpdateEvent(UpdateEvent.Kind(step), "", app, id, at: now, by: actor.name)
            try audit.record(
                connection,
                by: actor,
                "update.\(step.rawValue)",
                app: app,
                object: update.audited,
                before: ["state": state.rawValue],
                after: change.values.merging(update.ledgered) { $1 }.merging(["state": next.rawValue]) { $1 }
            )
            return try connection.found(app, id)
        } then: {
            try await refresh()
        }
    }

    // MARK: more devices

    /// Tells more devices; those that are told already stay.
    /// - Throws: `notFound`; `conflict` for a release that is over, or of another mode; `invalid` for a percentage that is no higher.
    func raise(_ id: String, of app: String, to percentage: Double, by actor: Actor) async throws -> Update {
        let now = clock.now
        return try await database.change(.updates) { connection in
            let update = try connection.found(app, id)
            guard let before = update.plan.percentage else { throw Problem(.conflict, "updates.rollout.mode") }
            guard [.running, .paused].contains(update.state(at: now)) else { throw Problem(.conflict, "updates.rollout.state") }
            guard RolloutShare.isPercentage(percentage) else { throw Problem.invalid("percentage", "updates.percentage.range") }
            guard percentage > before else {
                throw Problem.invalid("percentage", "updates.rollout.lower", ["percentage": RolloutFinding.percent(before)])
            }
            let (old, new) = (RolloutFinding.percent(before), RolloutFinding.percent(percentage))
            try connection.setUpdateBuckets(RolloutShare(percentage: percentage, salt: "").limit, app, id)
            try connection.addUpdateEvent(.rollout, "\(old) → \(new)", app, id, at: now, by: actor.name)
            let was = ["percentage": old]
            let becomes = update.ledgered(percentage, named: update.named).merging(["percentage": new]) { $1 }
            try audit.record(connection, by: actor, "update.rollout", app: app, object: update.audited, before: was, after: becomes)
            return try connection.found(app, id)
        } then: {
            try await refresh()
        }
    }

    /// Replaces the users that a release is for; devices are told from now on.
    /// - Parameter mayRelease: whether the actor may change what devices are told, and not only a draft.
    /// - Throws: `notFound`; `forbidden` for who may change drafts only; `conflict` for a release that is over, or of another mode; `invalid` for a list
    ///   that is none, or empty once it is published.
    func setUsers(_ users: [String], of id: String, of app: String, mayRelease: Bool = true, by actor: Actor) async throws -> Update {
        let list = try UpdateRules.whitelist(users)
        let now = clock.now
        return try await database.change(.updates) { connection in
            let update = try connection.found(app, id)
            guard mayRelease || update.kept == .draft else { throw Problem(.forbidden, "web.forbidden.role.releaser") }
            guard update.plan.mode == .whitelist else { throw Problem(.conflict, "updates.whitelist.mode") }
            let state = update.state(at: now)
            guard state != .ended, state != .expired else { throw Problem(.conflict, "updates.whitelist.state") }
            if list.count == 0, state != .draft { throw Problem.invalid("whitelist", "updates.whitelist.needed") }
            try connection.setRolloutUsers(list, of: app, id)
            try connection.countUpdateChange(app, id)
            try connection.addUpdateEvent(.whitelist, "\(list.count)", app, id, at: now, by: actor.name)
            let was = ["users": "\(update.named)"]
            let becomes = update.ledgered(nil, named: list.count).merging(["users": "\(list.count)", "state": state.rawValue]) { $1 }
            try audit.record(connection, by: actor, "update.whitelist", app: app, object: update.audited, before: was, after: becomes)
            return try connection.found(app, id)
        } then: {
            try await refresh()
        }
    }
}

extension UpdateEvent.Kind {
    fileprivate init(_ step: UpdateStep) {
        self =
            switch step {
            case .publication: .publication
            case .pause: .pause
            case .resume: .resume
            case .end: .end
            }
    }
}

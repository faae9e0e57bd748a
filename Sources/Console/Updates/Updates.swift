import Foundation
import Signing
import Storage
import Web

/// Check-update publishing: releases that devices are told of when they ask (检查更新). Each verb is one transaction with its audit entry.
struct Updates: Sendable {
    let database: Database
    let audit: Audit
    let clock: Clock
    let builds: UpdateBuilds
    /// Who has a place in time windows.
    let windows: RolloutWindows
    /// What devices are told, without SQL.
    let index = UpdateIndex()
    /// Where it is noted who was told of which release; nil where no device asks.
    let exposures: Exposures?

    /// Releases of an app that devices are held against: each asks of all of them in the worst case.
    static let mostRunning = 50
    /// Of an app, whatever became of them.
    static let most = 5_000

    init(
        database: Database,
        audit: Audit,
        clock: Clock,
        builds: UpdateBuilds,
        windows: RolloutWindows? = nil,
        exposures: Exposures? = nil
    ) {
        self.database = database
        self.audit = audit
        self.clock = clock
        self.builds = builds
        self.windows = windows ?? RolloutWindows(database: database, clock: clock)
        self.exposures = exposures
    }

    // MARK: drafts

    /// - Parameter zone: of a time without an offset.
    /// - Throws: `invalid` with every field that is wrong; `conflict` when the app has as many as it may.
    func create(_ input: UpdateInput, of app: App, zone: TimeZone, by actor: Actor) async throws -> Update {
        let plan = try await plan(input, app, zone)
        let users = try input.whitelist.map(UpdateRules.whitelist)
        let (id, now) = (Random.hex(8), clock.now)
        return try await database.write { connection in
            guard try connection.countUpdates(app.id, UpdateFilter(), at: now) < Self.most else {
                throw Problem(.conflict, "updates.many", ["limit": "\(Self.most)"])
            }
            try connection.insertUpdate(Update(plan, id: id, app: app.id, at: now, by: actor.name))
            if plan.mode == .whitelist, let users { try connection.setRolloutUsers(users, of: app.id, id) }
            try connection.addUpdateEvent(.created, "", app.id, id, at: now, by: actor.name)
            let made = try connection.found(app.id, id)
            try audit.record(connection, by: actor, "update.create", app: app.id, object: made.audited, after: made.values)
            return made
        }
    }

    /// Changes a draft.
    /// - Throws: as `create`; `notFound`; `conflict` for what is no draft any more, and when somebody changed it since the input's revision.
    func edit(_ id: String, of app: App, _ input: UpdateInput, zone: TimeZone, by actor: Actor) async throws -> Update {
        let plan = try await plan(input, app, zone)
        let users = try input.whitelist.map(UpdateRules.whitelist)
        let now = clock.now
        return try await database.write { connection in
            let before = try connection.found(app.id, id)
            guard before.kept == .draft else { throw Problem(.conflict, "updates.noDraft") }
            try before.check(input.revision)
            try connection.setUpdate(plan, app.id, id)
            if plan.mode == .whitelist, let users { try connection.setRolloutUsers(users, of: app.id, id) }
            try connection.addUpdateEvent(.edited, "", app.id, id, at: now, by: actor.name)
            let after = try connection.found(app.id, id)
            try audit.record(connection, by: actor, "update.edit", app: app.id, object: after.audited, before: before.values, after: after.values)
            return after
        }
    }

    private func plan(_ input: UpdateInput, _ app: App, _ zone: TimeZone) async throws -> UpdatePlan {
        guard app.platform(input.platform) != nil else { throw Problem.invalid("platform", "updates.platform.none") }
        let build = try await build(input, app)
        return try UpdatePlan(input, build: build, zone: zone, at: clock.now)
    }

    /// The one that was named, or where no address is given the newest of the version.
    private func build(_ input: UpdateInput, _ app: App) async throws -> UpdateBuild? {
        if let id = input.build?.orNil {
            guard let build = try await builds.find(id, app.id), build.platform == input.platform else {
                throw Problem.invalid("build", "updates.build.unknown")
            }
            return build
        }
        guard input.downloadURL?.orNil == nil, let version = input.version?.orNil else { return nil }
        return try await builds.latest(app.id, input.platform, version)
    }

    /// Only a draft: what devices were told of stays in the history.
    /// - Throws: `notFound`, `conflict`.
    func delete(_ id: String, of app: String, by actor: Actor) async throws {
        try await database.write { connection in
            let update = try connection.found(app, id)
            guard update.kept == .draft else { throw Problem(.conflict, "updates.delete.published") }
            try connection.deleteUpdate(app, id)
            try audit.record(connection, by: actor, "update.delete", app: app, object: update.audited, before: update.values)
        }
    }

    // MARK: looking

    /// Newest first.
    /// - Parameter publicURL: what devices call the console.
    func list(_ app: String, _ filter: UpdateFilter, _ place: ListPlace, publicURL: String) async throws -> List<UpdateView> {
        let now = clock.now
        let (rows, total) = try await database.read { connection in
            let rows = try connection.updates(app, filter, at: now, before: place.cursor, limit: place.limit + 1)
            return (rows, try connection.countUpdates(app, filter, at: now))
        }
        var views: [UpdateView] = []
        for row in rows { views.append(try await view(row, publicURL: publicURL)) }
        return place.page(views, total: total) { Cursor($0.createdAt, $0.id) }
    }

    /// As JSON and pages show it: a draft of a build has the address that it would be published with.
    func view(_ update: Update, publicURL: String) async throws -> UpdateView {
        UpdateView(update, address: try await address(update, publicURL), at: clock.now)
    }

    /// - Throws: `notFound`.
    func update(_ id: String, of app: String) async throws -> Update {
        try await database.read { try $0.found(app, id) }
    }

    /// Newest first; the last 200.
    func history(_ id: String, of app: String) async throws -> [UpdateEvent] {
        try await database.read { connection in
            _ = try connection.found(app, id)
            return try connection.updateEvents(app, id, limit: 200)
        }
    }

    /// What changed who is told of releases of a platform, newest first.
    func moments(of app: String, _ platform: Platform, from: Date, to: Date, limit: Int) async throws -> [UpdateMoment] {
        try await database.read { try $0.updateMoments(app, platform, from: from, to: to, limit: limit) }
    }

    /// - Throws: `notFound`.
    func users(_ id: String, of app: String) async throws -> RolloutUsers {
        try await database.read { connection in
            _ = try connection.found(app, id)
            return try connection.rolloutUsers(app, id) ?? .none
        }
    }

    /// Removes all of an app that is deleted: devices of another one of that name are told nothing of it, by no node.
    func forget(app: String) async throws {
        try await database.change(.updates, { try $0.deleteUpdates(of: app) }, then: refresh)
    }

    /// Those that a search looks for.
    /// - Parameter limit: hits of each app at most.
    @Sendable func find(_ text: SearchText, apps: [String], limit: Int) async throws -> [SearchHit] {
        try await database.read { try $0.foundUpdates(text, apps, limit) }
    }
}

extension Connection {
    func found(_ app: String, _ id: String) throws -> Update {
        guard let update = try update(app, id) else { throw Problem.notFound }
        return update
    }
}

extension Update {
    fileprivate init(_ plan: UpdatePlan, id: String, app: String, at time: Date, by name: String) {
        self.init(
            id: id,
            app: app,
            plan: plan,
            salt: RolloutShare.makeSalt(),
            kept: .draft,
            revision: 1,
            createdAt: time,
            createdBy: name,
            publishedAt: nil,
            named: 0,
            taken: 0
        )
    }

    /// - Throws: `conflict` when it was changed since that revision.
    func check(_ revision: Int?) throws {
        guard let revision, revision != self.revision else { return }
        throw Problem(.conflict, "updates.stale", rejections: [Rejection("revision", "updates.stale")])
    }

    var audited: String { "\(plan.platform.rawValue) \(plan.version) (\(id))" }

    /// For the audit log: shortened, and lists of people by their length.
    var values: [String: String] {
        let fields = [
            "version": plan.version, "build": plan.build ?? "", "downloadURL": plan.downloadURL, "message": plan.message,
            "upgradeType": plan.upgradeType.rawValue, "remindIntervalDays": "\(plan.remindIntervalDays)", "mode": plan.mode.rawValue,
            "percentage": plan.percentage.map(RolloutFinding.percent) ?? "", "users": plan.mode == .whitelist ? "\(named)" : "",
            "endsAt": plan.window?.endsAt.ISO8601Format() ?? "", "limit": plan.window?.limit.map { "\($0)" } ?? "",
            "rules": plan.rules.map { "\($0.element.rawValue) \($0.operation.rawValue) \($0.value.items.joined(separator: ","))" }.joined(
                separator: "; "
            ),
            "netTypes": plan.networks.joined(separator: ","), "forceBelow": plan.forceBelow ?? "",
        ]
        return fields.filter { !$0.value.isEmpty }.mapValues { $0.shortened(to: 500) }
    }
}

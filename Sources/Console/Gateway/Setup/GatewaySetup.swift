import Foundation
import Storage
import Web

/// What operators set of the gateway. Each verb is one transaction with its audit entry, and refreshes the index that calls are answered from.
struct GatewaySetup: Sendable {
    private let database: Database
    var audit: Audit
    var clock: Clock
    private let index: GatewayIndex
    private let rules: GatewayUpstreamRules

    /// - Parameter builtIn: names of the operations that the console answers itself.
    init(database: Database, audit: Audit, clock: Clock, index: GatewayIndex, builtIn: Set<String>) {
        self.database = database
        self.audit = audit
        self.clock = clock
        self.index = index
        rules = GatewayUpstreamRules(builtIn: builtIn)
    }

    /// Reads everything into the index; at start, and after every change by any node.
    @Sendable func refresh() async throws {
        let before = index.version
        let (version, entries) = try await database.read { (try $0.version(of: .gateway), try $0.gatewayEntries()) }
        index.replace(entries, at: version, since: before)
    }

    // MARK: settings

    func settings(of app: String) async throws -> GatewaySettings {
        try await database.read { try $0.gatewaySettings(of: app) }
    }

    /// - Throws: `invalid` for a rate out of range.
    func configure(_ app: String, _ settings: GatewaySettings, by actor: Actor) async throws {
        try settings.check()
        try await change { [audit] connection in
            let before = try connection.gatewaySettings(of: try connection.existingApp(app).id)
            guard settings != before else { return }
            try connection.saveGatewaySettings(settings, of: app)
            try audit.record(connection, by: actor, "gateway.configure", app: app, object: app, before: before.audited, after: settings.audited)
        }
    }

    // MARK: upstreams

    /// By operation.
    func upstreams(of app: String, _ place: ListPlace) async throws -> List<GatewayUpstream> {
        try await database.read { connection in
            let rows = try connection.upstreams(of: app, after: place.cursor?.id, limit: place.limit + 1)
            return try place.page(rows, total: connection.countUpstreams(of: app)) { Cursor(0, $0.operation) }
        }
    }

    /// - Throws: `notFound`.
    func upstream(_ operation: String, of app: String) async throws -> GatewayUpstream {
        try await database.read { try $0.existingUpstream(operation, of: app) }
    }

    func hasUpstream(_ operation: String, of app: String) async throws -> Bool {
        try await database.read { try $0.upstream(operation, of: app) != nil }
    }

    /// Registers an operation; devices can call it at once.
    /// - Throws: `invalid` for the input, also when there is an upstream of that name, `conflict` when there are as many as there may be.
    func add(_ draft: GatewayUpstreamDraft, to app: String, isAdmin: Bool, by actor: Actor) async throws -> GatewayUpstream {
        try await change { connection in
            let operation = draft.operation ?? ""
            guard try connection.upstream(operation, of: app) == nil else { throw Problem.invalid("operation", "gateway.operation.taken") }
            return try write(draft, as: operation, of: app, isAdmin: isAdmin, by: actor, connection)
        }
    }

    /// Registers an operation, or changes the one there is; one that is paused stays so.
    /// - Throws: as `add`.
    @discardableResult
    func save(_ draft: GatewayUpstreamDraft, as operation: String, of app: String, isAdmin: Bool, by actor: Actor) async throws -> GatewayUpstream {
        guard (draft.operation ?? operation) == operation else { throw Problem.invalid("operation", "gateway.operation.renamed") }
        return try await change { try write(draft, as: operation, of: app, isAdmin: isAdmin, by: actor, $0) }
    }

    private func write(
        _ draft: GatewayUpstreamDraft,
        as operation: String,
        of app: String,
        isAdmin: Bool,
        by actor: Actor,
        _ connection: Connection
    ) throws -> GatewayUpstream {
        let before = try connection.upstream(operation, of: try connection.existingApp(app).id)
        let after = draft.upstream(operation, enabled: before?.enabled ?? true, at: clock.now)
        try rules.check(after, replacing: before, isAdmin: isAdmin)
        if let before, before == draft.upstream(operation, enabled: before.enabled, at: before.changedAt) { return before }
        if before == nil, try connection.countUpstreams(of: app) >= GatewayUpstreamRules.limit {
            throw Problem(.conflict, "gateway.upstreams.many", ["limit": "\(GatewayUpstreamRules.limit)"])
        }
        try connection.saveUpstream(after, of: app)
        try record(after, replacing: before, of: app, by: actor, connection)
        return after
    }

    /// Only what changed.
    private func record(
        _ after: GatewayUpstream,
        replacing before: GatewayUpstream?,
        of app: String,
        by actor: Actor,
        _ connection: Connection
    ) throws {
        let old = before?.audited ?? [:]
        let new = after.audited
        try audit.record(
            connection,
            by: actor,
            before == nil ? "gateway.addUpstream" : "gateway.editUpstream",
            app: app,
            object: after.operation,
            before: old.filter { new[$0.key] != $0.value },
            after: new.filter { old[$0.key] != $0.value }
        )
    }

    /// Devices can call it again.
    /// - Throws: `notFound`, `conflict` when it is not paused.
    func enable(_ operation: String, of app: String, by actor: Actor) async throws {
        try await turn(operation, of: app, on: true, by: actor)
    }

    /// Devices are told that there is no such operation.
    /// - Throws: `notFound`, `conflict` when it is paused already.
    func disable(_ operation: String, of app: String, by actor: Actor) async throws {
        try await turn(operation, of: app, on: false, by: actor)
    }

    private func turn(_ operation: String, of app: String, on: Bool, by actor: Actor) async throws {
        try await change { [audit, clock] connection in
            guard try connection.existingUpstream(operation, of: app).enabled != on else {
                throw Problem(.conflict, on ? "gateway.running.already" : "gateway.paused.already")
            }
            try connection.setUpstream(operation, of: app, enabled: on, at: clock.now)
            try audit.record(connection, by: actor, on ? "gateway.resumeUpstream" : "gateway.pauseUpstream", app: app, object: operation)
        }
    }

    /// - Throws: `notFound`.
    func remove(_ operation: String, of app: String, by actor: Actor) async throws {
        try await change { [audit] connection in
            let before = try connection.existingUpstream(operation, of: app)
            try connection.deleteUpstream(operation, of: app)
            try audit.record(connection, by: actor, "gateway.removeUpstream", app: app, object: operation, before: before.audited)
        }
    }

    // MARK: upkeep

    /// Removes what was set for an app that is deleted.
    func forget(app: String) async throws {
        try await change { try $0.deleteGatewaySetup(of: app) }
    }

    private func change<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        try await database.change(.gateway, body, then: refresh)
    }
}

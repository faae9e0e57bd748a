import Foundation
import Signing
import Storage
import Web

/// The queue of what is to be built, as people see it: what can be done with requests, each verb one transaction with its audit entry.
/// Agents work on them by ``BuildAgents``.
public struct BuildRequests: Sendable {
    let database: Database
    let audit: Audit
    /// Whether an app has a certificate of this id for builds of a platform; asked when a request names one.
    let hasCertificate: @Sendable (_ id: String, _ app: String, _ platform: Platform) async throws -> Bool

    /// Newest first.
    func list(_ app: String, _ filter: BuildRequestFilter, _ place: ListPlace) async throws -> List<BuildRequest> {
        try await database.read { connection in
            let rows = try connection.buildRequests(app, filter, before: place.cursor, limit: place.limit + 1)
            return try place.page(rows, total: connection.countBuildRequests(app, filter)) { Cursor($0.createdAt, $0.id) }
        }
    }

    /// - Throws: `notFound`.
    func request(_ id: String, of app: String) async throws -> BuildRequest {
        guard let request = try await database.read({ try $0.buildRequest(id) }), request.app == app else { throw Problem.notFound }
        return request
    }

    /// Nil when there is none.
    func mark(_ id: String) async throws -> BuildRequestMark? {
        try await database.read { try $0.buildRequestMark(id) }
    }

    /// Queues something to be built.
    /// - Throws: `invalid` for the input; `conflict` for an archived app; `limited` when too much waits already.
    @discardableResult
    public func create(_ new: NewBuildRequest, of app: App, by actor: Actor) async throws -> BuildRequest {
        let new = new.tidy
        try new.check()
        guard app.platform(new.platform) != nil else { throw Problem.invalid("platform", "web.choice") }
        if let certificate = new.certificate, try await !hasCertificate(certificate, app.id, new.platform) {
            throw Problem.invalid("certificate", "buildRequests.certificate.unknown")
        }
        return try await database.write { connection in try insert(new, of: app.id, retryOf: nil, connection, by: actor) }
    }

    /// Queues the same once more, as a request of its own.
    /// - Throws: `notFound`; `conflict` for one that has not ended, and where its certificate is no longer of use.
    func retry(_ id: String, of app: String, by actor: Actor) async throws -> BuildRequest {
        let old = try await request(id, of: app)
        if let certificate = old.certificate.value, try await !hasCertificate(certificate, app, old.platform) {
            throw Problem(.conflict, "buildRequests.retry.certificate")
        }
        return try await database.write { connection in
            let old = try Self.request(id, of: app, connection)
            guard old.state.isOver else { throw Problem(.conflict, "buildRequests.retry.notOver") }
            return try insert(NewBuildRequest(old).tidy, of: app, retryOf: id, connection, by: actor)
        }
    }

    private func insert(
        _ new: NewBuildRequest,
        of app: String,
        retryOf old: String?,
        _ connection: Connection,
        by actor: Actor
    ) throws -> BuildRequest {
        guard try connection.existingApp(app).archivedAt == nil else { throw Problem(.conflict, "buildRequests.archived") }
        guard try connection.countBuildRequests(app, BuildRequestFilter(state: .waiting)) < BuildRequestLimits.waiting else {
            throw Problem(.limited, "buildRequests.queue.full", ["limit": "\(BuildRequestLimits.waiting)"])
        }
        let id = Random.hex(8)
        try connection.insertBuildRequest(new, id: id, app: app, retryOf: old, by: actor.name)
        let request = try Self.request(id, of: app, connection)
        try audit.record(connection, by: actor, "buildRequest.create", app: app, object: request.audited, after: new.audited)
        return request
    }

    /// Of one that is being built nothing gets in from now on; its agent stops within seconds.
    /// - Throws: `notFound`; `conflict` for one that has ended.
    func cancel(_ id: String, of app: String, by actor: Actor) async throws {
        try await database.write { [audit] connection in
            let request = try Self.request(id, of: app, connection)
            guard request.state.mayBecome(.cancelled) else { throw Problem(.conflict, "buildRequests.cancel.over") }
            try connection.endBuildRequest(id, .cancelled, BuildRequestOutcome())
            try audit.record(connection, by: actor, "buildRequest.cancel", app: app, object: request.audited)
        }
    }

    private static func request(_ id: String, of app: String, _ connection: Connection) throws -> BuildRequest {
        guard let request = try connection.buildRequest(id), request.app == app else { throw Problem.notFound }
        return request
    }
}

/// Which requests a list shows.
struct BuildRequestFilter: Sendable {
    var platform: Platform?
    var state: BuildRequestState?
}

/// How the work on a request ended.
struct BuildRequestOutcome: Sendable {
    var reason: String?
    var exitCode: Int?
}

extension BuildRequest {
    /// For the audit log, which is read by people.
    var audited: String { "\(platform.rawValue) #\(number) (\(id))" }
}

extension NewBuildRequest {
    /// Values of parameters are left out: they may be more confidential than people think.
    fileprivate var audited: [String: String] {
        let fields = [
            "repositoryAddress": repository, kind.rawValue: ref, "configuration": configuration ?? "", "certificate": certificate ?? "",
            "parameters": (parameters ?? []).map(\.name).joined(separator: " "), "labels": (labels ?? []).joined(separator: " "),
        ]
        return fields.filter { !$0.value.isEmpty }
    }
}

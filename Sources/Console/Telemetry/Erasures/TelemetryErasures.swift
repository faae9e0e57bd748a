import Signing
import Storage
import Web

/// Erasing what raw lines tell of one user or device, asked for by people and done by a job.
struct TelemetryErasures: Sendable {
    let database: Database
    let jobs: Jobs
    let audit: Audit

    /// Who it is about is in no log that is kept: the audit entry has the digest.
    /// - Throws: `invalid`.
    func ask(_ input: TelemetryErasureRequest.Input, of app: App, by actor: Actor) async throws -> TelemetryErasureRequest {
        try input.check()
        let id = Random.hex(8)
        return try await database.write { [jobs, audit] connection in
            try connection.insertErasure(id, input, of: app.id, by: actor.name)
            try jobs.add(.telemetryErasure, TelemetryErasureJob(app: app.id), app: app.id, once: app.id, by: actor, in: connection)
            try audit.record(
                connection,
                by: actor,
                "telemetry.erase",
                app: app.id,
                object: id,
                after: ["field": input.field.rawValue, "digest": input.digest]
            )
            guard let request = try connection.erasure(id, of: app.id) else { throw Problem.notFound }
            return request
        }
    }

    /// - Throws: `invalid`.
    func preview(_ input: TelemetryErasureRequest.Input, of app: App) async throws -> TelemetryErasurePreview {
        try input.check()
        return try await database.read { connection in
            let (seenAt, reports) = (try connection.lastSeen(input, of: app.id), try connection.countCrashReports(of: input, app.id))
            return TelemetryErasurePreview(field: input.field, value: input.value, seenAt: seenAt, reports: reports)
        }
    }

    /// Newest first.
    func list(of app: App, _ place: ListPlace) async throws -> List<TelemetryErasureRequest> {
        try await database.read { connection in
            let rows = try connection.erasures(of: app.id, before: place.cursor, limit: place.limit + 1)
            return try place.page(rows, total: connection.countErasures(of: app.id)) { Cursor($0.askedAt, $0.id) }
        }
    }

    /// - Throws: `notFound`.
    func erasure(_ id: String, of app: App) async throws -> TelemetryErasureRequest {
        guard let request = try await database.read({ try $0.erasure(id, of: app.id) }) else { throw Problem.notFound }
        return request
    }
}

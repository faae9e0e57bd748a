import HTTPTypes
import Hummingbird
import NIOCore
import Storage
import Synchronization
import Web

/// Raw lines as a download that grows while they are found.
struct TelemetryLogExportRoute: Sendable {
    let telemetry: Telemetry
    let apps: Apps
    private let gate = TelemetryLogExportGate()

    init(telemetry: Telemetry, apps: Apps) {
        (self.telemetry, self.apps) = (telemetry, apps)
    }

    private struct Query: Codable {
        /// `ndjson` when absent.
        let format: TelemetryLogExport.Form?
    }

    /// What fails in the middle ends the connection, so what has no last line is not whole.
    func answer(_ request: Request, _ context: Context) async throws -> Response {
        let app = try apps.app(try context.parameter("app"))
        let query = try context.query(as: TelemetryLogQuery.self)
        let form = try context.query(as: Query.self).format ?? .ndjson
        let window = try query.window(context)
        let start = try ListPlace(limit: nil, cursor: query.cursor).cursor.map(TelemetryLogPlace.init)
        let export = TelemetryLogExport(
            telemetry: telemetry,
            app: app.id,
            filter: try query.filter(window),
            form: form,
            zone: context.reader.zone,
            isMasked: context.isMasked(app)
        )
        guard request.method != .head else { return Response(status: .ok, headers: headers(form, app)) }
        let pass = try gate.enter()
        try await record(query, window, form, app.id, by: context.actor)
        let body = ResponseBody { writer in
            defer { withExtendedLifetime(pass) {} }
            try await export.run(from: start) { try await writer.write(ByteBuffer(bytes: $0)) }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers(form, app), body: body)
    }

    private func headers(_ form: TelemetryLogExport.Form, _ app: App) -> HTTPFields {
        let (type, ending) = form == .text ? ("text/plain", "log") : ("application/x-ndjson", "ndjson")
        return [
            .contentType: "\(type); charset=utf-8", .cacheControl: "private, no-store",
            .contentDisposition: "attachment; filename=\"\(app.id)-logs.\(ending)\"",
        ]
    }

    /// Whose lines were taken is not written down: the audit log is kept for ever.
    private func record(
        _ query: TelemetryLogQuery,
        _ window: MomentWindow,
        _ form: TelemetryLogExport.Form,
        _ app: String,
        by actor: Actor
    ) async throws {
        let fields = [
            "format": form.rawValue, "filters": query.named.joined(separator: " "), "from": window.from.formatted(.iso8601),
            "to": window.until.formatted(.iso8601),
        ]
        try await telemetry.database.write { [audit = telemetry.audit] connection in
            try audit.record(connection, by: actor, "log.export", app: app, object: app, after: fields)
        }
    }
}

/// Lets a few exports be under way at a time: each keeps a core busy.
final class TelemetryLogExportGate: Sendable {
    private let count = Mutex(0)
    private static let most = 4

    /// - Returns: what lets the next one in when it is gone.
    /// - Throws: `limited`.
    func enter() throws -> Pass {
        let entered = count.withLock { count in
            guard count < Self.most else { return false }
            count += 1
            return true
        }
        guard entered else { throw Problem(.limited, "telemetry.logs.exports", retryAfter: 30) }
        return Pass(gate: self)
    }

    final class Pass: Sendable {
        private let gate: TelemetryLogExportGate

        fileprivate init(gate: TelemetryLogExportGate) {
            self.gate = gate
        }

        deinit {
            gate.count.withLock { $0 -= 1 }
        }
    }
}

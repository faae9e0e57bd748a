import Formats
import HTTPTypes
import Hummingbird
import Web

/// The doors of Sentry's SDKs (Sentry, "Envelopes" and "Store Endpoint", public documentation of its SDKs). An address with a slash at its end is the same.
struct SentryRoutes: Sendable {
    let intake: SentryIntake
    private let gate = TelemetryGate()

    init(intake: SentryIntake) {
        self.intake = intake
    }

    func add(to routes: Routes) throws {
        try routes.machine(.post, "api/{project}/envelope", envelope)
        try routes.machine(.post, "api/{project}/store", store)
        for path in ["api/{project}/envelope", "api/{project}/store"] { try routes.machine(.options, path) { _, _ in .sentryPreflight } }
    }

    @Sendable func envelope(_ request: Request, _ context: Context) async throws -> Response {
        try await answer(request, context) { key, project, body in
            let envelope = try Self.envelope(body.bytes)
            let door = try intake.door(key ?? SentryDSN.key(in: envelope.dsn), project: project)
            return try await intake.take(envelope, body, door)
        }
    }

    @Sendable func store(_ request: Request, _ context: Context) async throws -> Response {
        try await answer(request, context) { key, project, body in
            try await intake.take(event: body.bytes, try intake.door(key, project: project))
        }
    }

    private static func envelope(_ bytes: [UInt8]) throws -> SentryEnvelope {
        do {
            return try SentryEnvelope(bytes)
        } catch {
            throw SentryRefusal.malformed("no envelope: \(error)")
        }
    }

    /// Whoever shows a key is refused before the body is read.
    private func answer(
        _ request: Request,
        _ context: Context,
        _ take: @escaping @Sendable (_ key: String?, _ project: String, SentryBody) async throws -> SentryOutcome
    ) async throws -> Response {
        do {
            let (key, project) = (SentryCredentials.key(of: request), try context.parameter("project"))
            if let key {
                let door = try intake.door(key, project: project)
                try intake.telemetry.checkRoom(for: door.app)
            }
            return .sentry(
                try await gate.pass(request.headers[.contentLength].flatMap { Int($0) }) {
                    try await take(key, project, try await SentryBody.read(request))
                }
            )
        } catch {
            // Anything else is a bug: logged by the caller, with the request's id.
            guard let refusal = SentryRefusal(error) else { throw error }
            return .sentry(refusal)
        }
    }
}

import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Storage
import Web

/// What those who run the console ask of it: is it alive, is it ready, what does it count, what does its API look like.
struct OperationsRoutes: Sendable {
    let health: OperationsHealth
    let metrics: OperationsMetrics
    let settings: Settings

    func add(to routes: Routes) throws {
        try routes.page("status", needs: .role(.admin), view: "Operations/status", menu: .under(.settings, "operations.menu", key: "s"), status)
        try routes.api(.get, "status", "Health checks, version and settings.", needs: .role(.admin), status)
    }

    /// Outside both faces: read by load balancers and scrapers, which carry no token.
    /// - Parameter openAPI: of the finished route table; written when it is first asked for.
    func add(to routes: Routes, openAPI: OpenAPI) throws {
        try routes.machine(.get, "healthz") { _, _ in plain("ok\n", .ok) }
        try routes.machine(.get, "readyz") { _, _ in
            let failed = await health.checks().filter { !$0.passed }
            return failed.isEmpty ? plain("ready\n", .ok) : plain(failed.map { "\($0.name): \($0.detail)\n" }.joined(), .serviceUnavailable)
        }
        try routes.machine(.get, "metrics") { _, _ in Response(bytes: Array(metrics.text().utf8), type: "text/plain; version=0.0.4; charset=utf-8") }
        let document = Once { try openAPI.json() }
        try routes.machine(.get, "api/openapi.json") { _, _ in Response(bytes: try document.get(), type: "application/json; charset=utf-8") }
    }

    private func plain(_ text: String, _ status: HTTPResponse.Status) -> Response {
        Response(
            status: status,
            headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: text))
        )
    }

    struct Status: Codable, Sendable {
        let checks: [OperationsHealth.Check]
        let settings: [Settings.Source]
        let started: Date
        let version: String
        let openAPI: String
    }

    @Sendable func status(_: Nothing, _ context: Context) async throws -> Answer<Status> {
        .show(
            Status(
                checks: await health.checks(),
                settings: settings.sources,
                started: health.started,
                version: Release.version,
                openAPI: "/api/openapi.json"
            )
        )
    }
}

import Storage
import Web

/// Having an app's statistics counted again, which takes longer than anybody waits for an answer.
struct TelemetryRebuildRoutes: Sendable {
    let database: Database
    let jobs: Jobs
    let audit: Audit
    let apps: Apps

    func add(to routes: Routes) throws {
        try routes.post(
            "apps/{app}/rebuild",
            "Count an app's statistics again from its raw lines, as a background job.",
            needs: .role(.admin),
            rebuild
        )
    }

    /// Asked for again while it waits or runs, it is done once.
    @Sendable func rebuild(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let app = try apps.app(try context.parameter("app")).id
        let actor = context.actor
        try await database.write { [jobs, audit] connection in
            let job = try jobs.add(.telemetryRebuild, TelemetryRebuildJob(app: app), app: app, once: app, by: actor, in: connection)
            if let job { try audit.record(connection, by: actor, "telemetry.rebuild", app: app, object: job) }
        }
        return .done(at: "/apps/\(app)/log-settings", flash: "telemetry.rebuild.queued")
    }
}

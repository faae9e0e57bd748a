import Foundation
import Storage
import Web

/// The address that a platform's SDK is built with, its keys, and what came by them.
struct SentryProjectRoutes: Sendable {
    let projects: SentryProjects
    let apps: Apps

    /// Days of counts that are shown.
    private static let days = 7

    func add(to routes: Routes) throws {
        let one = "apps/{app}/platforms/{platform}/sentry"
        let shown = "The DSN for Sentry's SDKs, its keys, and what came by each in the last seven days. Made when it is first asked for."
        let page = try routes.get(one, shown, needs: .role(.viewer), view: "Sentry/project", show)
        try routes.post("\(one)/limit", "The most events a minute of each key; 0 for as many as come.", needs: .role(.operator), form: page, limit)
        let added = "Make a new key. Those before stay valid, as they are in apps that were shipped."
        try routes.post("\(one)/keys", added, needs: .role(.admin), form: page, addKey)
        let key = "\(one)/keys/{key}"
        let review = try routes.page("\(key)/disabling", needs: .role(.admin), view: "Sentry/disabling", self.key)
        try routes.post("\(key)/disabling", "Refuse what comes by a key.", needs: .role(.admin), form: review, disable)
        try routes.post("\(key)/enabling", "Take it again.", needs: .role(.admin), form: page, enable)
    }

    struct Page: Codable, Sendable {
        let app: App
        /// What the form shows.
        let limit: String
        let ios: Bool
        let android: Bool
        let harmony: Bool
        let mayEdit: Bool
        let mayRotate: Bool
        let path: String
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<SentryProjectBody, Page> {
        let (app, platform) = try apps.named(context)
        let body = try await body(try await projects.project(platform.platform, of: app.id), context)
        return .show(body) {
            Page(
                app: app,
                limit: context.filled("eventsAMinute", "\(body.eventsAMinute)"),
                ios: platform.platform == .ios,
                android: platform.platform == .android,
                harmony: platform.platform == .harmony,
                mayEdit: context.mayOperate(app.id),
                mayRotate: context.isAdmin(app.id),
                path: path(app.id, platform.platform)
            )
        }
    }

    private func path(_ app: String, _ platform: Platform) -> String { "/apps/\(app)/platforms/\(platform.rawValue)/sentry" }

    private func body(_ project: SentryProject, _ context: Context) async throws -> SentryProjectBody {
        let since = context.reader.now.milliseconds / 86_400_000 - Self.days + 1
        let counts = try await projects.database.read { try $0.sentryCounts(project.app, project.platform, since: since) }
        return SentryProjectBody(project, counts, publicURL: context.publicURL)
    }

    struct Limit: Codable, Sendable {
        let eventsAMinute: Int
    }

    @Sendable func limit(_ input: Limit, _ context: Context) async throws -> Answer<Nothing> {
        let (app, platform) = try apps.named(context)
        _ = try await projects.limit(input.eventsAMinute, platform.platform, of: app.id, by: context.actor)
        return .done(at: path(app.id, platform.platform), flash: "sentry.limit.saved")
    }

    @Sendable func addKey(_: Nothing, _ context: Context) async throws -> Answer<SentryProjectBody> {
        let (app, platform) = try apps.named(context)
        let project = try await projects.addKey(platform.platform, of: app.id, by: context.actor)
        return .created(try await body(project, context), at: path(app.id, platform.platform), flash: "sentry.key.added")
    }

    // MARK: one key

    struct KeyPage: Codable, Sendable {
        let app: App
        let platform: Platform
        let key: SentryProjectBody.Key
        /// Events that came by it in the last seven days.
        let events: Int
        /// Whether no other key is active.
        let isLast: Bool
        let path: String
    }

    @Sendable func key(_: Nothing, _ context: Context) async throws -> Reply<KeyPage, Nothing> {
        let (app, platform) = try apps.named(context)
        let body = try await body(try await projects.project(platform.platform, of: app.id), context)
        let named = try context.parameter("key")
        guard let key = body.keys.first(where: { $0.publicKey == named }) else { throw Problem.notFound }
        return .show(
            KeyPage(
                app: app,
                platform: platform.platform,
                key: key,
                events: key.counts.filter { $0.kind == "event" }.reduce(0) { $0 + $1.quantity },
                isLast: !body.keys.contains { $0.publicKey != named && $0.state == .active },
                path: path(app.id, platform.platform)
            )
        )
    }

    @Sendable func disable(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        try await set(.disabled, context)
    }

    @Sendable func enable(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        try await set(.active, context)
    }

    private func set(_ state: SentryKeyState, _ context: Context) async throws -> Answer<Nothing> {
        let (app, platform) = try apps.named(context)
        _ = try await projects.set(try context.parameter("key"), to: state, platform.platform, of: app.id, by: context.actor)
        return .done(at: path(app.id, platform.platform), flash: state == .active ? "sentry.key.enabled" : "sentry.key.disabled")
    }
}

import Foundation
import Signing
import Storage
import Web

/// Addresses for Sentry's SDKs. Each verb is one transaction with its audit entry, and refreshes the index.
struct SentryProjects: Sendable {
    let database: Database
    let audit: Audit
    let clock: Clock
    let index: SentryIndex

    /// Reads all keys into the index; at start, and after every change by any node.
    @Sendable func refresh() async throws {
        let before = index.version
        let (version, doors) = try await database.read { (try $0.version(of: .sentry), try $0.sentryDoors()) }
        index.replace(doors, at: version, since: before)
    }

    /// The project of a platform; made with a first key when nobody asked for it before.
    /// - Throws: `notFound` for a platform that is not there.
    func project(_ platform: Platform, of app: String) async throws -> SentryProject {
        if let found = try await database.read({ try $0.sentryProject(app, platform) }) { return found }
        return try await change { connection in
            _ = try connection.existingPlatform(platform, of: app)
            if try connection.sentryProject(app, platform) == nil {
                try connection.insertSentryProject(app, platform, at: clock.now)
                try connection.insertSentryKey(app, platform, Random.hex(16), at: clock.now, by: "")
            }
            return try connection.existingSentryProject(app, platform)
        }
    }

    /// The address to build into an app; nil while all keys are disabled.
    @Sendable func dsn(of app: String, _ platform: Platform, publicURL: String) async throws -> String? {
        let project = try await project(platform, of: app)
        return project.newest.map { SentryDSN($0.publicKey, project: project.number, publicURL: publicURL).text }
    }

    /// A new key; those before stay valid.
    func addKey(_ platform: Platform, of app: String, by actor: Actor) async throws -> SentryProject {
        _ = try await project(platform, of: app)
        return try await change { connection in
            let project = try connection.existingSentryProject(app, platform)
            guard project.keys.count < SentryLimits.keys else { throw Problem(.conflict, "sentry.keys.tooMany", ["limit": "\(SentryLimits.keys)"]) }
            let key = Random.hex(16)
            try connection.insertSentryKey(app, platform, key, at: clock.now, by: actor.name)
            try audit.record(connection, by: actor, "sentry.addKey", app: app, object: key, after: ["platform": platform.rawValue])
            return try connection.existingSentryProject(app, platform)
        }
    }

    /// - Throws: `notFound`; `conflict` when it stands so already.
    func set(_ key: String, to state: SentryKeyState, _ platform: Platform, of app: String, by actor: Actor) async throws -> SentryProject {
        try await change { connection in
            let project = try connection.existingSentryProject(app, platform)
            guard let found = project.keys.first(where: { $0.publicKey == key }) else { throw Problem.notFound }
            guard found.state.next.contains(state) else { throw Problem(.conflict, "sentry.key.\(found.state.rawValue)Already") }
            try connection.setSentryKey(app, platform, key, state)
            let action = state == .active ? "sentry.enableKey" : "sentry.disableKey"
            try audit.record(connection, by: actor, action, app: app, object: key, after: ["platform": platform.rawValue])
            return try connection.existingSentryProject(app, platform)
        }
    }

    /// - Parameter limit: events a minute and key; 0 for as many as come.
    /// - Throws: `invalid`.
    func limit(_ limit: Int, _ platform: Platform, of app: String, by actor: Actor) async throws -> SentryProject {
        guard SentryLimits.eventsAMinute.contains(limit) else {
            throw Problem.invalid("eventsAMinute", "sentry.limit.range", ["limit": "\(SentryLimits.eventsAMinute.upperBound)"])
        }
        _ = try await project(platform, of: app)
        return try await change { connection in
            let project = try connection.existingSentryProject(app, platform)
            try connection.setSentryLimit(app, platform, limit)
            try audit.record(
                connection,
                by: actor,
                "sentry.limit",
                app: app,
                object: platform.rawValue,
                before: ["eventsAMinute": "\(project.eventsAMinute)"],
                after: ["eventsAMinute": "\(limit)"]
            )
            return try connection.existingSentryProject(app, platform)
        }
    }

    /// Ends all keys of an app that is being deleted.
    func forget(app: String) async throws {
        try await database.change(.sentry, { try $0.deleteSentryProjects(app) }, then: refresh)
    }

    private func change<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        try await database.change(.sentry, body, then: refresh)
    }
}

import Foundation
import Signing
import Storage
import Web

/// What can be done with apps. Each verb is one transaction with its audit entry, and refreshes the index.
public struct Apps: Sendable {
    private let database: Database
    private let secrets: AppSecrets
    private let audit: Audit
    private let clock: Clock
    /// All apps, without SQL.
    public let index: AppIndex

    public init(database: Database, secrets: AppSecrets, audit: Audit, clock: Clock) {
        self.database = database
        self.secrets = secrets
        self.audit = audit
        self.clock = clock
        index = AppIndex()
    }

    /// Reads all apps into the index; once at start, and after every change.
    public func refreshIndex() async throws {
        index.replace(try await database.read { try $0.allApps() })
    }

    /// - Throws: `notFound`.
    public func app(_ id: String) throws -> App {
        guard let app = index.app(id) else { throw Problem.notFound }
        return app
    }

    /// - Throws: `notFound` for an app or platform that is not there.
    public func platform(_ platform: Platform, of id: String) throws -> AppPlatform {
        guard let found = try app(id).platform(platform) else { throw Problem.notFound }
        return found
    }

    // MARK: life of an app

    /// Makes the app with one workspace named `default`, and a key and secret for each platform.
    /// - Throws: `invalid` for the input, also when the English name is taken.
    @discardableResult
    public func create(_ new: NewApp, workspace: String? = nil, demo: Bool = false, by actor: Actor) async throws -> App {
        try new.check()
        let app = App(
            id: new.englishName.lowercased(),
            name: new.name.trimmingCharacters(in: .whitespaces),
            englishName: new.englishName,
            createdAt: clock.now,
            platforms: [],
            zone: new.zone ?? "Asia/Shanghai",
            archivedAt: nil,
            demo: demo
        )
        let workspace = workspace ?? Self.makeWorkspaceID()
        try await change { connection in
            guard try !connection.appExists(app.id) else { throw Problem.invalid("englishName", "apps.englishName.taken", ["name": app.id]) }
            try connection.insertApp(app)
            try connection.insertWorkspace(app: app.id, id: workspace, name: "default")
            for platform in new.platforms {
                try insert(platform, of: app, connection)
            }
            try audit.record(
                connection,
                by: actor,
                "app.create",
                app: app.id,
                object: app.id,
                after: ["name": app.name, "platforms": new.platforms.map(\.rawValue).joined(separator: " ")]
            )
        }
        return try self.app(app.id)
    }

    private static func makeWorkspaceID() -> String {
        let number = Random.bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 10_000_000_000
        return String(repeating: "0", count: 10 - String(number).count) + String(number)
    }

    private func insert(_ platform: Platform, of app: App, _ connection: Connection) throws {
        let key = "\(app.englishName.uppercased())_\(platform.rawValue.uppercased())"
        try connection.insertPlatform(app: app.id, platform, key: key, sealedSecret: try secrets.seal(secrets.make(), appKey: key), at: clock.now)
    }

    /// - Throws: `conflict` when the app has it already.
    public func addPlatform(_ platform: Platform, to id: String, by actor: Actor) async throws {
        let app = try app(id)
        guard app.platform(platform) == nil else { throw Problem(.conflict, "apps.platform.exists") }
        try await change { connection in
            try insert(platform, of: app, connection)
            try audit.record(connection, by: actor, "app.addPlatform", app: id, object: platform.rawValue)
        }
    }

    public func edit(_ id: String, _ details: AppDetails, by actor: Actor) async throws {
        let app = try app(id)
        try details.check()
        try await change { connection in
            try connection.updateApp(id, name: details.name, zone: details.zone)
            try audit.record(
                connection,
                by: actor,
                "app.edit",
                app: id,
                object: id,
                before: ["name": app.name, "zone": app.zone],
                after: ["name": details.name, "zone": details.zone]
            )
        }
    }

    /// From now on the app takes no logs and hands out nothing; its history stays.
    public func archive(_ id: String, by actor: Actor) async throws {
        guard try app(id).archivedAt == nil else { throw Problem(.conflict, "apps.archived.already") }
        try await change { connection in
            try connection.archiveApp(id, at: clock.now)
            try audit.record(connection, by: actor, "app.archive", app: id, object: id)
        }
    }

    public func restore(_ id: String, by actor: Actor) async throws {
        guard try app(id).archivedAt != nil else { throw Problem(.conflict, "apps.archived.not") }
        try await change { connection in
            try connection.archiveApp(id, at: nil)
            try audit.record(connection, by: actor, "app.restore", app: id, object: id)
        }
    }

    /// Removes the app with its keys; its statistics are removed by the telemetry's retention.
    /// - Parameter name: typed by the person who deletes; has to be the app's id.
    public func delete(_ id: String, confirming name: String, by actor: Actor) async throws {
        let app = try app(id)
        guard name == id else { throw Problem.invalid("confirm", "apps.delete.mismatch", ["name": id]) }
        try await change { connection in
            try connection.deleteApp(id)
            try audit.record(connection, by: actor, "app.delete", app: id, object: id, before: ["name": app.name])
        }
    }

    // MARK: platforms and secrets

    public func edit(_ platform: Platform, of id: String, _ details: PlatformDetails, by actor: Actor) async throws {
        let old = try self.platform(platform, of: id)
        try details.check()
        try await change { connection in
            try connection.updatePlatform(app: id, platform, details)
            try audit.record(
                connection,
                by: actor,
                "app.editPlatform",
                app: id,
                object: old.appKey,
                before: PlatformDetails(old).audited,
                after: details.audited
            )
        }
    }

    /// The secret in clear, for one look that is written down.
    public func revealSecret(_ platform: Platform, of id: String, by actor: Actor) async throws -> RevealedSecret {
        let key = try self.platform(platform, of: id).appKey
        let sealed = try await database.write { connection in
            try audit.record(connection, by: actor, "app.revealSecret", app: id, object: key)
            return try connection.sealedSecret(app: id, platform)
        }
        guard let sealed else { throw Problem.notFound }
        return RevealedSecret(appKey: key, appSecret: try secrets.open(sealed, appKey: key))
    }

    /// A new secret; the old one stays valid for `overlapHours`, 0 to end it now.
    public func rotateSecret(_ platform: Platform, of id: String, overlapHours: Int, by actor: Actor) async throws -> RevealedSecret {
        guard (0...24 * 90).contains(overlapHours) else { throw Problem.invalid("overlapHours", "apps.overlap.range") }
        let key = try self.platform(platform, of: id).appKey
        let secret = secrets.make()
        let until = overlapHours == 0 ? nil : clock.now.addingTimeInterval(Double(overlapHours) * 3_600)
        try await change { connection in
            try connection.rotateSecret(app: id, platform, to: try secrets.seal(secret, appKey: key), oldUntil: until)
            try audit.record(connection, by: actor, "app.rotateSecret", app: id, object: key, after: ["overlapHours": "\(overlapHours)"])
        }
        return RevealedSecret(appKey: key, appSecret: secret)
    }

    private func change(_ body: @escaping @Sendable (Connection) throws -> Void) async throws {
        try await database.write(body)
        try await refreshIndex()
    }
}

/// A secret that was asked for; shown once and kept nowhere.
public struct RevealedSecret: Codable, Sendable {
    public let appKey: String
    public let appSecret: String
}

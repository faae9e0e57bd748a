import Foundation
import Signing
import Storage
import Web

/// What can be done with apps. Each verb is one transaction with its audit entry, and refreshes the index.
public struct Apps: Sendable {
    let database: Database
    let secrets: AppSecrets
    var audit: Audit
    var clock: Clock
    /// All apps, without SQL.
    public let index: AppIndex

    public init(database: Database, secrets: AppSecrets, audit: Audit, clock: Clock) {
        self.database = database
        self.secrets = secrets
        self.audit = audit
        self.clock = clock
        index = AppIndex()
    }

    /// Reads all apps into the index; at start, and after every change by any node.
    @Sendable public func refreshIndex() async throws {
        let before = index.version
        let (version, apps, sealed) = try await database.read { (try $0.version(of: .apps), try $0.apps(), try $0.sealedSecrets()) }
        index.replace(apps, try AppSigner.all(apps, sealed, secrets), at: version, since: before)
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

    /// Those that somebody may see, by name.
    /// - Parameter text: part of the name or id; empty for all.
    func list(for viewer: Viewer?, matching text: String, archived: Bool, _ place: ListPlace) -> List<App> {
        let found = index.seen(by: viewer, archived: archived).filter { $0.matches(text) }
        let rest = place.cursor.map { last in found.filter { $0.isBehind(last) } } ?? found
        return place.page(rest, total: found.count, cursor: \.cursor)
    }

    // MARK: life of an app

    /// Makes the app with one workspace named `default`, and a key and secret for each platform.
    /// - Throws: `invalid` for the input, also when the English name is taken.
    @discardableResult
    public func create(_ new: NewApp, workspace: String? = nil, demo: Bool = false, by actor: Actor) async throws -> App {
        try new.check()
        let app = App(
            id: new.englishName.lowercased(),
            name: AppRules.stored(new.name),
            englishName: new.englishName,
            createdAt: clock.now,
            platforms: [],
            zone: new.zone ?? "Asia/Shanghai",
            archivedAt: nil,
            demo: demo
        )
        let workspace = workspace ?? Self.makeWorkspaceID()
        return try await change { connection in
            guard try connection.app(app.id) == nil else { throw Problem.invalid("englishName", "apps.englishName.taken", ["name": app.id]) }
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
            return try connection.existingApp(app.id)
        }
    }

    private static func makeWorkspaceID() -> String {
        let number = Random.bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 10_000_000_000
        return String(repeating: "0", count: 10 - String(number).count) + String(number)
    }

    func insert(_ platform: Platform, of app: App, _ connection: Connection) throws {
        let key = "\(app.englishName.uppercased())_\(platform.rawValue.uppercased())"
        try connection.insertPlatform(app: app.id, platform, key: key, sealedSecret: try secrets.seal(secrets.make(), appKey: key), at: clock.now)
    }

    /// - Throws: `invalid` for the input, `notFound`.
    public func edit(_ id: String, _ details: AppDetails, by actor: Actor) async throws {
        try details.check()
        let name = AppRules.stored(details.name)
        try await change { connection in
            let app = try connection.existingApp(id)
            try connection.updateApp(id, name: name, zone: details.zone)
            try audit.record(
                connection,
                by: actor,
                "app.edit",
                app: id,
                object: id,
                before: ["name": app.name, "zone": app.zone],
                after: ["name": name, "zone": details.zone]
            )
        }
    }

    /// From now on the app takes no logs and hands out nothing; its history stays.
    /// - Throws: `conflict` when it is archived already.
    public func archive(_ id: String, by actor: Actor) async throws {
        try await change { connection in
            guard try connection.existingApp(id).archivedAt == nil else { throw Problem(.conflict, "apps.archived.already") }
            try connection.archiveApp(id, at: clock.now)
            try audit.record(connection, by: actor, "app.archive", app: id, object: id)
        }
    }

    /// - Throws: `conflict` when it is not archived.
    public func restore(_ id: String, by actor: Actor) async throws {
        try await change { connection in
            guard try connection.existingApp(id).archivedAt != nil else { throw Problem(.conflict, "apps.archived.not") }
            try connection.archiveApp(id, at: nil)
            try audit.record(connection, by: actor, "app.restore", app: id, object: id)
        }
    }

    /// Removes the app, its keys and all that other rooms keep of it.
    ///
    /// The app itself goes last, archived so that nothing new comes in: a deletion that was cut short can be asked for again, and no other
    /// app of this name inherits anything.
    /// - Parameters:
    ///   - name: typed by the person who deletes; has to be the app's id.
    ///   - erase: removes what other rooms keep; may be called again.
    public func delete(_ id: String, confirming name: String, erasing erase: (_ app: String) async throws -> Void, by actor: Actor) async throws {
        let app = try app(id)
        guard name == id else { throw Problem.invalid("confirm", "apps.delete.mismatch", ["name": id]) }
        try await change { try $0.archiveApp(id, at: clock.now) }
        try await erase(id)
        try await change { connection in
            guard try connection.deleteApp(id) else { throw Problem.notFound }
            try audit.record(connection, by: actor, "app.delete", app: id, object: id, before: ["name": app.name])
        }
    }

    func change<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        try await database.change(.apps, body, then: refreshIndex)
    }
}

extension App {
    fileprivate func matches(_ text: String) -> Bool {
        text.isEmpty || name.localizedCaseInsensitiveContains(text) || id.contains(text.lowercased())
    }

    /// Its place in the order of names; an id has no space in it.
    fileprivate var cursor: Cursor { Cursor(0, "\(id) \(name)") }

    fileprivate func isBehind(_ cursor: Cursor) -> Bool {
        let halves = cursor.id.split(separator: " ", maxSplits: 1)
        return halves.count == 2 && (name, id) > (String(halves[1]), String(halves[0]))
    }
}

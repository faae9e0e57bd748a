import Foundation

/// The console's database: a file of SQLite's, or a PostgreSQL server.
public final class Database: Sendable {
    private let engine: any Engine
    private let gate = WriteGate()
    /// The file, or the server without a password: for messages.
    public let name: String

    /// Opens a file of SQLite's, or creates it for its owner alone (0600, and so the files SQLite puts beside it); does not migrate.
    /// - Parameters:
    ///   - synchronous: `FULL` always, except in the power-loss test's control run.
    ///   - readLimit: how long one read may take. While it lasts no checkpoint can pass it, and the WAL grows: 491 MB in 3 s under full load.
    /// - Throws: `StorageError.notDurable` when the writer does not read back what was set.
    public init(path: String, synchronous: Synchronous = .full, readLimit: Duration = .seconds(10)) throws {
        engine = try SQLiteEngine(path: path, synchronous: synchronous, readLimit: readLimit)
        name = path
    }

    /// Connects to a PostgreSQL server (15 or newer); does not migrate.
    /// - Parameters:
    ///   - url: `postgresql://…`, as libpq takes it, several hosts, `sslmode` and the like included.
    ///   - application: what the server's lists show.
    ///   - connections: at once at most.
    /// - Throws: `StorageError.unavailable` when it cannot be reached, `.notDurable` when it would not keep what it acknowledges.
    public init(postgres url: String, application: String, connections: Int = usualConnections, readLimit: Duration = .seconds(10)) async throws {
        let settings = PostgresSettings(url: url, application: application, connections: connections, readLimit: readLimit)
        let engine = PostgresEngine(settings)
        try await engine.checkServer()
        self.engine = engine
        name = settings.shownURL
    }

    /// How many connections to a server a console takes, beside one that listens.
    public static let usualConnections = 12

    public var kind: DatabaseKind { engine.kind }

    /// How busy its connections are.
    public var load: DatabaseLoad { engine.load }

    /// A consistent view; does not wait for writers.
    /// - Throws: `StorageError.tooSlow` when it takes longer than the limit, `.unavailable` when the server is away.
    public func read<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        try await engine.read(body)
    }

    /// A consistent view for as long as it takes, over a connection of its own, and without the limit that pages have: for copies.
    public func longRead<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        try await engine.longRead(body)
    }

    /// The same of a SQLite file that no console has open, such as a backup: nothing of it changes, and no file appears beside it.
    public static func look<Value: Sendable>(
        into path: String,
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        try await SQLiteEngine.look(into: path, body)
    }

    /// One transaction, committed and on disk when this returns; rolled back when `body` throws.
    /// - Parameter body: SQL and nothing else: it is run again when another transaction was in its way.
    /// - Throws: `StorageError.unavailable` when the server is away; whether it had committed before is not known then.
    @discardableResult
    public func write<Value: Sendable>(
        _ isolation: Isolation = .serializable,
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        try await engine.write(isolation) { [gate, guardian = Self.guardian] connection in
            try gate.check()
            try guardian?.check(connection)
            return try body(connection)
        }
    }

    /// From now on every write of this process ends in `StorageError.readOnly`; returns when those under way have ended. Reads go on.
    /// - Parameter reason: for whoever is refused.
    public func refuseWrites(_ reason: String) async throws {
        gate.close(reason)
        // SQLite has one writer, so this one comes after all that were let in.
        try await engine.write(.readCommitted) { _ in }
    }

    public func allowWrites() {
        gate.open()
    }

    /// Asked by every write of a task.
    @TaskLocal public static var guardian: WriteGuard?

    /// What is announced from now on, by this node and by others.
    public func announcements() -> AsyncStream<Announcement> {
        engine.announcements()
    }

    /// Writes a consistent copy of a SQLite database to a new file (0600) while the console goes on.
    /// - Throws: `StorageError.exists` when there is a file of that name; a copy that fails is removed.
    public func backUp(to path: String) async throws {
        guard let sqlite = engine as? SQLiteEngine else { throw StorageError.engine("\(name) is no file that could be copied") }
        guard try PrivateFile.make(path) else { throw StorageError.exists(path) }
        do {
            try await sqlite.backUp(to: path)
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Waits for what is under way; nothing can be read or written afterwards.
    public func close() throws {
        try engine.close()
    }

    /// How much of a commit has to be on disk before SQLite counts it.
    public enum Synchronous: Int, Sendable {
        case normal = 1
        case full = 2
    }
}

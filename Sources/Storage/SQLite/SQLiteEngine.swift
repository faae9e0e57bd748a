import Foundation
import GRDB

/// The embedded database: one writer, several readers, every commit on disk before it is acknowledged.
final class SQLiteEngine: Engine {
    let kind = DatabaseKind.sqlite
    private let pool: DatabasePool
    private let readLimit: Duration
    private let listeners = Listeners()

    /// - Throws: `StorageError.notDurable` when the writer does not read back what was set.
    init(path: String, synchronous: Database.Synchronous, readLimit: Duration) throws {
        self.readLimit = readLimit
        var configuration = Configuration()
        configuration.label = "console"
        configuration.busyMode = .timeout(10)
        configuration.maximumReaderCount = Self.readers
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA cache_size = -16384")
        }
        _ = try PrivateFile.make(path)
        pool = try translatingErrors {
            let pool = try DatabasePool(path: path, configuration: configuration)
            try pool.writeWithoutTransaction { database in
                // GRDB sets NORMAL after `prepareDatabase`, so this has to come after opening.
                try database.execute(sql: "PRAGMA synchronous = \(synchronous.rawValue)")
                try database.execute(sql: "PRAGMA wal_autocheckpoint = 4000")
                try Self.checkDurability(database, synchronous)
            }
            return pool
        }
    }

    private static let readers = 4

    /// Not private: a test holds it against a connection that would lose data.
    static func checkDurability(_ database: GRDB.Database, _ wanted: Database.Synchronous) throws {
        let journal = try String.fetchOne(database, sql: "PRAGMA journal_mode")
        let synchronous = try Int.fetchOne(database, sql: "PRAGMA synchronous")
        guard journal == "wal", synchronous == wanted.rawValue else {
            throw StorageError.notDurable("journal_mode \(journal ?? "?"), synchronous \(synchronous ?? -1)")
        }
    }

    /// - Throws: `StorageError.tooSlow` when it takes longer than the limit; the statement is interrupted.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        try await translatingErrorsAsync { () async throws in
            try await withThrowingTaskGroup(of: Value.self) { [pool, readLimit] group in
                let deadline = ReadDeadline(readLimit)
                group.addTask {
                    try await pool.read { database in
                        deadline.begin()
                        return try body(Connection(session: SQLiteSession(database)))
                    }
                }
                group.addTask {
                    try await deadline.pass()
                    throw StorageError.tooSlow(readLimit)
                }
                // Whichever ends first cancels the other, and GRDB interrupts what a cancelled task reads.
                defer { group.cancelAll() }
                guard let value = try await group.next() else { throw CancellationError() }
                return value
            }
        }
    }

    func write<Value: Sendable>(_ isolation: Isolation, _ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        let (value, announced) = try await translatingErrorsAsync { () async throws in
            try await pool.write { database in
                let session = SQLiteSession(database)
                return (try body(Connection(session: session)), session.announced)
            }
        }
        for announcement in announced { listeners.tell(announcement) }
        return value
    }

    func longRead<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        try await Self.look(into: pool.path, body)
    }

    /// Read-only, so it neither writes nor checkpoints whatever else is open.
    static func look<Value: Sendable>(into path: String, _ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        try await translatingErrorsAsync { () async throws in
            var configuration = Configuration()
            configuration.readonly = true
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            return try await queue.read { try body(Connection(session: SQLiteSession($0))) }
        }
    }

    func announcements() -> AsyncStream<Announcement> { listeners.stream() }

    var load: DatabaseLoad { DatabaseLoad(busy: 0, waiting: 0, limit: Self.readers + 1) }

    /// Writes a consistent copy to a new file while the console goes on.
    func backUp(to path: String) async throws {
        try await translatingErrorsAsync { () async throws in try await pool.vacuum(into: path) }
    }

    func close() throws {
        listeners.finish()
        try pool.close()
    }
}

import Foundation
import GRDB

/// The embedded database: one writer, several readers, every commit on disk before it is acknowledged.
public final class Database: Sendable {
    private let pool: DatabasePool
    /// The file, for backups and for messages.
    public let path: String
    private let readLimit: Duration

    /// Opens the file, or creates it for its owner alone (0600, and so the files SQLite puts beside it); does not migrate.
    /// - Parameters:
    ///   - synchronous: `FULL` always, except in the power-loss test's control run.
    ///   - readLimit: how long one read may take. While it lasts no checkpoint can pass it, and the WAL grows: 491 MB in 3 s under full load.
    /// - Throws: `StorageError.notDurable` when the writer does not read back what was set.
    public init(path: String, synchronous: Synchronous = .full, readLimit: Duration = .seconds(10)) throws {
        self.path = path
        self.readLimit = readLimit
        var configuration = Configuration()
        configuration.label = "console"
        configuration.busyMode = .timeout(10)
        configuration.maximumReaderCount = 4
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

    /// Not private: a test holds it against a connection that would lose data.
    static func checkDurability(_ database: GRDB.Database, _ wanted: Synchronous) throws {
        let journal = try String.fetchOne(database, sql: "PRAGMA journal_mode")
        let synchronous = try Int.fetchOne(database, sql: "PRAGMA synchronous")
        guard journal == "wal", synchronous == wanted.rawValue else {
            throw StorageError.notDurable("journal_mode \(journal ?? "?"), synchronous \(synchronous ?? -1)")
        }
    }

    /// A consistent view; does not wait for writers.
    /// - Throws: `StorageError.tooSlow` when it takes longer than the limit; the statement is interrupted.
    public func read<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        try await translatingErrorsAsync { () async throws in
            try await withThrowingTaskGroup(of: Value.self) { [pool, readLimit] group in
                let deadline = ReadDeadline(readLimit)
                group.addTask {
                    try await pool.read { database in
                        deadline.begin()
                        return try body(Connection(database: database))
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

    /// One transaction, committed and on disk when this returns; rolled back when `body` throws.
    @discardableResult
    public func write<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        try await translatingErrorsAsync { () async throws in try await pool.write { try body(Connection(database: $0)) } }
    }

    /// Writes a consistent copy to a new file (0600) while the console goes on.
    /// - Throws: `StorageError.exists` when there is a file of that name; a copy that fails is removed.
    public func backUp(to path: String) async throws {
        guard try PrivateFile.make(path) else { throw StorageError.exists(path) }
        do {
            try await translatingErrorsAsync { () async throws in try await pool.vacuum(into: path) }
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Waits for what is under way; nothing can be read or written afterwards.
    public func close() throws {
        try pool.close()
    }

    /// How much of a commit has to be on disk before it counts.
    public enum Synchronous: Int, Sendable {
        case normal = 1
        case full = 2
    }
}

import Foundation

/// A PostgreSQL server through libpq: pooled connections, each with its own thread and prepared statements.
final class PostgresEngine: Engine {
    let kind = DatabaseKind.postgres
    private let settings: PostgresSettings
    private let pool: PostgresPool
    private let listener: PostgresListener

    /// The one channel of NOTIFY that all announcements go through.
    static let channel = "console"
    /// What the shared dialect needs: 15 is the oldest it is tested with.
    static let oldestServer = 150_000

    init(_ settings: PostgresSettings) {
        self.settings = settings
        pool = PostgresPool(settings)
        listener = PostgresListener(settings)
    }

    /// - Throws: `StorageError.unavailable`, or `.engine` for a server that is too old.
    func checkServer() async throws {
        let connection = try await pool.borrow()
        let version = connection.serverVersion
        pool.giveBack(connection)
        guard version >= Self.oldestServer else { throw StorageError.engine("the server is PostgreSQL \(version / 10_000), the console needs 15") }
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = \(settings.readLimit.milliseconds)"
        return try await retrying { [settings] connection in
            try Self.transaction(connection, begin, settings.readLimit, settings.readLimit, body)
        }
    }

    func write<Value: Sendable>(_ isolation: Isolation, _ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        let begin = isolation == .serializable ? "BEGIN ISOLATION LEVEL SERIALIZABLE" : "BEGIN ISOLATION LEVEL READ COMMITTED"
        return try await retrying { [settings] connection in
            try Self.transaction(connection, begin, .seconds(86_400), settings.readLimit, body)
        }
    }

    /// Tried once: `body` may have handed on what it read.
    func longRead<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        let begin = """
            BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0
            """
        do {
            let connection = try await PostgresPool.connection(settings)
            return try await connection.perform { [settings] in try Self.transaction($0, begin, .seconds(31_536_000), settings.readLimit, body) }
        } catch let failure as PostgresFailure {
            throw StorageError.unavailable(failure.message)
        } catch Ending.conflict(let failure), Ending.lost(let failure) {
            throw StorageError.unavailable(failure.message)
        } catch Ending.failed(let error) {
            throw error
        }
    }

    func announcements() -> AsyncStream<Announcement> { listener.stream() }

    var load: DatabaseLoad { pool.load }

    func close() throws {
        listener.close()
        pool.close()
    }

    // MARK: one transaction

    /// How a transaction ended that did not succeed.
    private enum Ending: Error {
        /// Another one was in its way: the same again may succeed.
        case conflict(PostgresFailure)
        /// The connection was lost before COMMIT was sent, so nothing of it is there.
        case lost(PostgresFailure)
        case failed(any Error)
    }

    private static func transaction<Value>(
        _ connection: PostgresConnection,
        _ begin: String,
        _ limit: Duration,
        _ readLimit: Duration,
        _ body: (Connection) throws -> Value
    ) throws -> Value {
        do {
            try connection.script(begin)
        } catch let failure as PostgresFailure {
            throw failure.isConnectionLost ? Ending.lost(failure) : .failed(failure.translated(readLimit: readLimit))
        }
        let session = PostgresSession(connection, deadline: .now + limit, readLimit: readLimit)
        let value: Value
        do {
            value = try body(Connection(session: session))
        } catch {
            if !connection.isBroken { _ = try? connection.script("ROLLBACK") }
            throw ending(error, session.failure)
        }
        do {
            // After a failure that `body` swallowed the server answers a COMMIT by rolling back.
            guard try connection.script("COMMIT").command == "COMMIT" else { throw ending(StorageError.engine("rolled back"), session.failure) }
        } catch let failure as PostgresFailure {
            throw failure.isConflict ? Ending.conflict(failure) : .failed(failure.translated(readLimit: readLimit))
        }
        connection.staged.formUnion(session.madeStages)
        return value
    }

    private static func ending(_ error: any Error, _ failure: PostgresFailure?) -> Ending {
        guard let failure else { return .failed(error) }
        if failure.isConflict { return .conflict(failure) }
        return failure.isConnectionLost ? .lost(failure) : .failed(error)
    }

    // MARK: again

    /// Tries of a transaction that others are in the way of.
    private static let mostTries = 12
    /// Tries after a lost connection: those in the pool may all be from before the server was restarted.
    private static let mostConnections = 3

    private func retrying<Value: Sendable>(_ work: @escaping @Sendable (PostgresConnection) throws -> Value) async throws -> Value {
        var (conflicts, losses) = (0, 0)
        while true {
            do {
                return try await once(work)
            } catch Ending.conflict(let failure) {
                conflicts += 1
                guard conflicts < Self.mostTries else { throw StorageError.conflict(failure.message) }
                try await Task.sleep(for: .milliseconds(Int.random(in: 1...min(200, 4 << conflicts))))
            } catch Ending.lost(let failure) {
                losses += 1
                guard losses < Self.mostConnections else { throw StorageError.unavailable(failure.message) }
            } catch Ending.failed(let error) {
                throw error
            }
        }
    }

    private func once<Value: Sendable>(_ work: @escaping @Sendable (PostgresConnection) throws -> Value) async throws -> Value {
        let connection = try await pool.borrow()
        defer { pool.giveBack(connection) }
        return try await connection.perform(work)
    }
}

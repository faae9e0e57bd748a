/// What an engine says of itself, for people who look after it.
public struct DatabaseFacts: Sendable, Equatable {
    /// SQLite's library, or the server: `3.40.1`, `15.18`.
    public var version = ""
    /// On disk.
    public var bytes = 0
    /// By the engine's own names: `journal_mode`, `synchronous`, or `fsync`, `max_connections`, `collation` …
    public var settings: [String: String] = [:]
}

extension Connection {
    /// Asked inside a write, so that SQLite's answers are those of its writer.
    public func facts() throws -> DatabaseFacts {
        try session.facts()
    }

    /// What a look at every page of a SQLite file finds damaged. Nothing on PostgreSQL, which checks pages as it reads them.
    public func damage() throws -> [String] {
        try session.damage()
    }
}

extension Connection {
    /// Days, counted from 1970-01-01, that a table has a partition for; nil where it has none because the engine needs none.
    public func madeDays(_ table: DailyTable) throws -> Set<Int>? {
        try session.madeDays(table)
    }
}

extension SQLiteSession {
    func madeDays(_ table: DailyTable) throws -> Set<Int>? { nil }

    func facts() throws -> DatabaseFacts {
        func pragma(_ name: String) throws -> String { try text(SQL(trusted: "SELECT CAST(\(name) AS TEXT) FROM pragma_\(name)")) }
        var facts = DatabaseFacts(version: try text("SELECT sqlite_version()"))
        facts.bytes = (Int(try pragma("page_count")) ?? 0) * (Int(try pragma("page_size")) ?? 0)
        for name in ["journal_mode", "synchronous"] { facts.settings[name] = try pragma(name) }
        return facts
    }

    func damage() throws -> [String] {
        try texts("PRAGMA quick_check(20)").filter { $0 != "ok" }
    }
}

extension PostgresSession {
    func madeDays(_ table: DailyTable) throws -> Set<Int>? {
        let names = try texts("SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = CAST(CAST(\(table.name) AS text) AS regclass)")
        return Set(names.compactMap { Int($0.dropFirst(table.name.count + 1)) })
    }

    func facts() throws -> DatabaseFacts {
        var facts = DatabaseFacts(version: try text("SELECT current_setting('server_version')"))
        facts.bytes = Int(try text("SELECT CAST(pg_database_size(current_database()) AS text)")) ?? 0
        let names = [
            "fsync", "full_page_writes", "synchronous_commit", "max_connections", "superuser_reserved_connections", "data_checksums",
            "server_encoding",
        ]
        for name in names { facts.settings[name] = try text("SELECT current_setting(\(name))") }
        facts.settings["collation"] = try text("SELECT datcollate FROM pg_database WHERE datname = current_database()")
        facts.settings["connections"] = try text("SELECT CAST(count(*) AS text) FROM pg_stat_activity WHERE backend_type = 'client backend'")
        return facts
    }

    func damage() throws -> [String] { [] }
}

extension Session {
    func text(_ sql: SQL) throws -> String { try texts(sql).first ?? "" }

    func texts(_ sql: SQL) throws -> [String] {
        var texts: [String] = []
        try each(sql) { row in
            texts.append(try row[0])
            return true
        }
        return texts
    }
}

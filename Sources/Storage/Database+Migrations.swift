import GRDB

extension Database {
    /// Applies what is missing, each migration in its own transaction.
    /// - Returns: the names of those applied now.
    /// - Throws: `StorageError.newerSchema` or `.changedMigration`; nothing is changed then.
    @discardableResult
    public func migrate(_ migrations: [Migration]) async throws -> [String] {
        let missing = try await missingMigrations(migrations)
        try await createMigrationTable()
        for migration in missing {
            try await apply(migration)
        }
        return missing.map(\.name)
    }

    /// The migrations that `migrate` would apply; changes nothing.
    func missingMigrations(_ migrations: [Migration]) async throws -> [Migration] {
        let applied = try await appliedMigrations()
        let known = migrations.map(\.number).max() ?? 0
        if let newest = applied.keys.max(), newest > known {
            throw StorageError.newerSchema(found: newest, known: known)
        }
        for migration in migrations where applied[migration.number].map({ $0 != migration.text }) ?? false {
            throw StorageError.changedMigration(migration.name)
        }
        return migrations.filter { applied[$0.number] == nil }.sorted { $0.number < $1.number }
    }

    private func appliedMigrations() async throws -> [Int: String] {
        try await read { connection in
            let tables = try connection.value("SELECT count(*) FROM sqlite_schema WHERE name = 'schema_migration'", as: Int.self)
            guard tables == 1 else { return [:] }
            let rows = try connection.all("SELECT number, text FROM schema_migration") { (try $0["number"] as Int, try $0["text"] as String) }
            return Dictionary(uniqueKeysWithValues: rows)
        }
    }

    private func createMigrationTable() async throws {
        try await write { connection in
            try connection.run(
                "CREATE TABLE IF NOT EXISTS schema_migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL, text TEXT NOT NULL) STRICT"
            )
        }
    }

    private func apply(_ migration: Migration) async throws {
        try await write { connection in
            try connection.database.execute(sql: migration.statements)
            try connection.run(
                "INSERT INTO schema_migration (number, name, text) VALUES (\(migration.number), \(migration.name), \(migration.text))"
            )
        }
    }

    /// The schema as the engine tells it, in a fixed order: compared with the checked dump in a test.
    public func schemaDump() async throws -> String {
        try await read { connection in
            try connection.all("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type, name") {
                try $0[0] as String
            }
            .joined(separator: ";\n") + ";\n"
        }
    }
}

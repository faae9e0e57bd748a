extension Database {
    /// Applies what is missing, each migration in its own transaction. Of several nodes that start at once one does it, the others wait.
    /// - Returns: the names of those applied now, by this node.
    /// - Throws: `StorageError.newerSchema` or `.changedMigration`; nothing is changed then.
    @discardableResult
    public func migrate(_ migrations: [Migration]) async throws -> [String] {
        let missing = try await missingMigrations(migrations)
        guard !missing.isEmpty else { return [] }
        try await makeMigrationTable()
        var applied: [String] = []
        for migration in missing where try await write(.serializable, { try $0.apply(migration) }) {
            applied.append(migration.name)
        }
        return applied
    }

    /// Two nodes that make it at the same moment: PostgreSQL refuses one of them, whatever `IF NOT EXISTS` says.
    private func makeMigrationTable() async throws {
        do {
            try await write { try $0.createMigrationTable() }
        } catch {
            guard try await read({ try $0.session.hasTable("schema_migration") }) else { throw error }
        }
    }

    /// The migrations that `migrate` would apply; changes nothing.
    func missingMigrations(_ migrations: [Migration]) async throws -> [Migration] {
        let applied = try await read { try $0.appliedMigrations() }
        let known = migrations.map(\.number).max() ?? 0
        if let newest = applied.keys.max(), newest > known {
            throw StorageError.newerSchema(found: newest, known: known)
        }
        for migration in migrations where applied[migration.number].map({ $0 != migration.text }) ?? false {
            throw StorageError.changedMigration(migration.name)
        }
        return migrations.filter { applied[$0.number] == nil }.sorted { $0.number < $1.number }
    }

    /// SQLite's schema as the engine tells it, in a fixed order: compared with the checked dump in a test.
    public func schemaDump() async throws -> String {
        try await read { connection in
            try connection.all("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type, name") {
                try $0[0] as String
            }
            .joined(separator: ";\n") + ";\n"
        }
    }
}

extension Connection {
    fileprivate func appliedMigrations() throws -> [Int: String] {
        guard try session.hasTable("schema_migration") else { return [:] }
        let rows = try all("SELECT number, text FROM schema_migration") { (try $0["number"] as Int, try $0["text"] as String) }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    fileprivate func createMigrationTable() throws {
        guard try !session.hasTable("schema_migration") else { return }
        let table = Migration(
            0,
            "",
            "CREATE TABLE IF NOT EXISTS schema_migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL, text TEXT NOT NULL) {strict}"
        )
        try session.script(session.statements(of: table))
    }

    /// - Returns: false when another node had done it.
    fileprivate func apply(_ migration: Migration) throws -> Bool {
        try session.lockMigrations()
        guard try value("SELECT number FROM schema_migration WHERE number = \(migration.number)", as: Int.self) == nil else { return false }
        try session.script(session.statements(of: migration))
        try run("INSERT INTO schema_migration (number, name, text) VALUES (\(migration.number), \(migration.name), \(migration.text))")
        return true
    }
}

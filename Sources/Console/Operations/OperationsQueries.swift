import Storage

extension Connection {
    /// Of the latest migration.
    func schemaNumber() throws -> Int {
        try value("SELECT max(number) FROM schema_migration") ?? 0
    }
}

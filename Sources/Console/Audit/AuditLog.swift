import Storage
import Web

/// Reading the log.
struct AuditLog: Sendable {
    let database: Database

    /// Newest first.
    func list(_ filter: AuditFilter, _ place: ListPlace) async throws -> List<AuditRecord> {
        try await database.read { connection in
            let records = try connection.auditRecords(filter, before: place.cursor, limit: place.limit + 1)
            return place.page(records, total: try connection.countAuditRecords(filter)) { Cursor($0.at, $0.id) }
        }
    }

    /// The newest of a whole list, for a table.
    func export(_ filter: AuditFilter) async throws -> [AuditRecord] {
        try await database.read { try $0.auditRecords(filter, limit: Self.exportLimit) }
    }

    static let exportLimit = 10_000

    /// Every action there is an entry of.
    func actions() async throws -> [String] {
        try await database.read { try $0.auditActions() }
    }
}

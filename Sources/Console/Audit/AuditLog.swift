import Storage
import Web

/// Reading the log.
struct AuditLog: Sendable {
    let database: Database

    /// Newest first.
    func list(_ filter: AuditFilter, _ place: ListPlace) async throws -> List<AuditRecord> {
        try await database.read { connection in
            let records = try connection.auditRecords(filter, before: place.cursor, limit: place.limit + 1)
            return try place.page(records, total: connection.countAuditRecords(filter)) { Cursor($0.at, $0.id) }
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

    /// Those that a search looks for, one of each object.
    @Sendable func find(_ text: SearchText, limit: Int) async throws -> [SearchHit] {
        try await database.read { try $0.foundAuditRecords(text, limit) }.map(SearchHit.init(audit:))
    }
}

extension SearchHit {
    /// A change is called what the ledger calls it; the detail is the action, which pages write in words.
    fileprivate init(audit record: AuditRecord) {
        self.init(
            .audit,
            id: record.id,
            app: record.app,
            title: LedgerChange(record)?.title ?? record.object,
            detail: record.action,
            at: record.at,
            href: "/audit?object=\(PercentEncoding.encode(record.object))"
        )
    }
}

import Storage

extension Connection {
    /// The newest entry of each object that begins with the text, by jumping from one to the next in the index, and of those among the newest entries
    /// that have the words anywhere.
    func foundAuditRecords(_ text: SearchText, _ limit: Int) throws -> [AuditRecord] {
        let beginning = try auditObjects(beginning: text.folded, limit).compactMap { try newestAuditEntry($0) }
        let among = try newestAuditEntries(with: text, limit)
        var objects = Set<String>()
        return try (beginning + among).filter { objects.insert($0.object).inserted }.compactMap { try auditRecord($0.id) }
    }

    private func auditObjects(beginning text: String, _ limit: Int) throws -> [String] {
        let end = text + "\u{10FFFF}"
        return try all(
            """
            WITH RECURSIVE step (object, number) AS (
                SELECT min(\(Self.auditObject)), 1 FROM audit_event WHERE \(Self.auditObject) >= \(text) AND \(Self.auditObject) < \(end)
                UNION ALL
                SELECT (SELECT min(\(Self.auditObject)) FROM audit_event WHERE \(Self.auditObject) > step.object AND \(Self.auditObject) < \(end)),
                    step.number + 1
                FROM step WHERE step.object IS NOT NULL AND step.number < \(limit)
            )
            SELECT object FROM step WHERE object IS NOT NULL
            """
        ) { try $0[0] }
    }

    /// As the index `audit_event_object` has it.
    private static var auditObject: SQL { "lower(substr(object, 1, 200))" }

    private func newestAuditEntry(_ object: String) throws -> (id: String, object: String)? {
        try first("SELECT id, object FROM audit_event WHERE \(Self.auditObject) = \(object) ORDER BY at DESC LIMIT 1") { (try $0[0], try $0[1]) }
    }

    private func newestAuditEntries(with text: SearchText, _ limit: Int) throws -> [(id: String, object: String)] {
        try all(
            """
            SELECT id, object FROM (
                SELECT id, at, object, actor_name FROM audit_event ORDER BY at DESC, id DESC LIMIT \(Self.auditRowsLookedThrough)
            ) AS newest WHERE \(text.isIn("object || ' ' || actor_name")) ORDER BY at DESC, id DESC LIMIT \(limit)
            """
        ) { (try $0[0], try $0[1]) }
    }

    private static var auditRowsLookedThrough: Int { 2_000 }
}

import Foundation
import Storage
import Web

extension Connection {
    func insertAudit(_ record: AuditRecord) throws {
        try run(
            """
            INSERT INTO audit_event (id, at, actor, actor_name, address, request_id, action, app_id, object, old_values, new_values)
            VALUES (\(record.id), \(record.at), \(record.actor), \(record.actorName), \(record.address), \(record.requestID), \(record.action),
                \(record.app), \(record.object), \(try AuditValues.text(record.before)), \(try AuditValues.text(record.after)))
            """
        )
    }

    /// Newest first.
    /// - Parameter last: the last entry already shown.
    func auditRecords(_ filter: AuditFilter, before last: Cursor? = nil, limit: Int) throws -> [AuditRecord] {
        var conditions = filter.conditions(walked: true)
        if let last { conditions.append("(at, id) < (\(last.number), \(last.id))") }
        return try all(
            """
            SELECT id, at, actor, actor_name, address, request_id, action, app_id, object, old_values, new_values
            FROM audit_event WHERE \(SQL.all(conditions)) ORDER BY at DESC, id DESC LIMIT \(limit)
            """,
            AuditRecord.init
        )
    }

    func auditRecord(_ id: String) throws -> AuditRecord? {
        try first(
            """
            SELECT id, at, actor, actor_name, address, request_id, action, app_id, object, old_values, new_values FROM audit_event WHERE id = \(id)
            """,
            AuditRecord.init
        )
    }

    /// When the last entry of an action was written, of each object of an app that has one since a time.
    func lastAuditRecords(of actions: [String], since time: Date) throws -> [(action: String, app: String, object: String, at: Date)] {
        try all(
            """
            SELECT action, app_id, object, max(at) FROM audit_event
            WHERE action IN (\(SQL.list(actions))) AND at >= \(time) AND app_id IS NOT NULL GROUP BY action, app_id, object
            """
        ) { (action: try $0[0], app: try $0[1], object: try $0[2], at: try $0[3]) }
    }

    func countAuditRecords(_ filter: AuditFilter) throws -> Int {
        try value("SELECT count(*) FROM audit_event WHERE \(SQL.all(filter.conditions(walked: false)))") ?? 0
    }

    /// Every action there is an entry of, by jumping from one to the next in the index: the log may be long, actions are few.
    func auditActions() throws -> [String] {
        try all(
            """
            WITH RECURSIVE step (action) AS (
                SELECT min(action) FROM audit_event
                UNION ALL
                SELECT (SELECT min(action) FROM audit_event WHERE action > step.action) FROM step WHERE step.action IS NOT NULL
            )
            SELECT action FROM step WHERE action IS NOT NULL
            """
        ) { try $0[0] }
    }
}

extension AuditFilter {
    /// More than a few actions, of more than one app: most of what the log has lately will do.
    private var isWide: Bool { apps?.count != 1 && (actions?.count ?? 0) > 30 }

    /// - Parameter walked: the log is read in its own order until a page is full. Where apps and actions are many, SQLite would take an index by
    ///   them and sort all that it finds first: 109 ms of a log of 200,000 entries, and less than 1 ms when it may not.
    fileprivate func conditions(walked: Bool) -> [SQL] {
        let (actionColumn, appColumn): (SQL, SQL) = walked && isWide ? ("coalesce(action, '')", "coalesce(app_id, '')") : ("action", "app_id")
        var conditions: [SQL] = exceptStates.map { "new_values NOT LIKE \(SQL.containing("\"state\":\"\($0)\"")) ESCAPE '\\'" }
        if let who { conditions.append("(actor = \(who) OR lower(actor_name) LIKE \(SQL.containing(who.lowercased())) ESCAPE '\\')") }
        if let action { conditions.append("action = \(action)") }
        if let actions { conditions.append("\(actionColumn) IN (\(SQL.list(actions)))") }
        if let object { conditions.append("lower(object) LIKE \(SQL.containing(object.lowercased())) ESCAPE '\\'") }
        if let app { conditions.append("app_id = \(app)") }
        if let apps { conditions.append("\(appColumn) IN (\(SQL.list(apps)))") }
        if let from { conditions.append("at >= \(from)") }
        if let to { conditions.append("at < \(to)") }
        return conditions
    }
}

extension SQL {
    /// A LIKE pattern for "has this in it", with `\` as the escape.
    static func containing(_ text: String) -> String {
        "%" + text.replacing(#/[%_\\]/#) { "\\" + $0.output } + "%"
    }
}

/// Changed fields as they are stored: a JSON object of texts, its names sorted.
private enum AuditValues {
    static func text(_ values: [String: String]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(values), as: UTF8.self)
    }

    /// A chart or a lift reads hundreds of entries, and most have nothing on one side.
    static func read(_ text: String) throws -> [String: String] {
        text == "{}" ? [:] : try JSONDecoder().decode([String: String].self, from: Data(text.utf8))
    }
}

extension AuditRecord {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row["id"],
            at: try row["at"],
            actor: try row["actor"],
            actorName: try row["actor_name"],
            address: try row["address"],
            requestID: try row["request_id"],
            action: try row["action"],
            app: try row["app_id"],
            object: try row["object"],
            before: try AuditValues.read(try row["old_values"]),
            after: try AuditValues.read(try row["new_values"])
        )
    }
}

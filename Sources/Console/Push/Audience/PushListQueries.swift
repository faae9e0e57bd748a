import Foundation
import Storage
import Web

extension Connection {
    /// Newest first.
    func pushLists(_ app: String) throws -> [PushList] {
        try all("\(Self.pushListColumns) WHERE app_id = \(app) ORDER BY created_at DESC, id DESC LIMIT \(PushListLimits.lists)", PushList.init)
    }

    func pushList(_ app: String, _ id: String) throws -> PushList? {
        try first("\(Self.pushListColumns) WHERE app_id = \(app) AND id = \(id)", PushList.init)
    }

    private static var pushListColumns: SQL {
        "SELECT id, name, kind, entries, columns, created_at, created_by FROM push_list"
    }

    func countPushLists(_ app: String) throws -> Int {
        try value("SELECT count(*) FROM push_list WHERE app_id = \(app)") ?? 0
    }

    /// - Parameter entries: in the order of their names, each once.
    func insertPushList(_ app: String, _ list: PushList, _ entries: [PushListEntry]) throws {
        try run(
            """
            INSERT INTO push_list (app_id, id, name, kind, entries, columns, created_at, created_by)
            VALUES (\(app), \(list.id), \(list.name), \(list.kind), \(list.entries), \(try PushText.write(list.columns)),
                \(list.createdAt), \(list.createdBy))
            """
        )
        let rows = try entries.map { entry -> [SQLValue] in
            let parameters = entry.parameters.isEmpty ? "" : try PushText.write(entry.parameters)
            return [.text(app), .text(list.id), .text(entry.name), .text(parameters)]
        }
        try merge(rows, into: Self.pushListTable)
    }

    private static var pushListTable: BulkTable {
        BulkTable(
            "push_list_entry",
            [.init("app_id", .text), .init("list_id", .text), .init("value", .text), .init("parameters", .text)],
            key: ["app_id", "list_id", "value"],
            conflict: .keep
        )
    }

    /// The first of a list, by name.
    func pushListEntries(_ app: String, _ id: String, limit: Int) throws -> [PushListEntry] {
        try all("SELECT value, parameters FROM push_list_entry WHERE app_id = \(app) AND list_id = \(id) ORDER BY value LIMIT \(limit)") { row in
            let parameters: String = try row[1]
            return PushListEntry(name: try row[0], parameters: parameters.isEmpty ? [:] : try PushText.read(parameters))
        }
    }

    /// A message that will still ask for the list, if there is one.
    func messageWaitingForPushList(_ app: String, _ id: String) throws -> String? {
        try value(
            """
            SELECT name FROM push_message
            WHERE app_id = \(app) AND state IN ('confirmed', 'sending') AND sends_at IS NOT NULL AND target LIKE \(SQL.containing("\"list\":\"\(id)\"")) ESCAPE '\\'
            ORDER BY created_at LIMIT 1
            """
        )
    }

    /// Its entries go with it.
    func deletePushList(_ app: String, _ id: String) throws {
        try run("DELETE FROM push_list WHERE app_id = \(app) AND id = \(id)")
    }
}

extension PushList {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row["id"],
            name: try row["name"],
            kind: try row["kind"],
            entries: try row["entries"],
            columns: try PushText.read(try row["columns"]),
            createdAt: try row["created_at"],
            createdBy: try row["created_by"]
        )
    }
}

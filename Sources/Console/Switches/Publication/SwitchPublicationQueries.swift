import Foundation
import Storage

extension Connection {
    func lastSwitchPublication(_ app: String) throws -> Int {
        try value("SELECT coalesce(max(number), 0) FROM switch_publication WHERE app_id = \(app)") ?? 0
    }

    func insertSwitchPublication(_ new: SwitchPublication, account: String, of app: String) throws {
        try run(
            """
            INSERT INTO switch_publication (app_id, number, published_at, account, published_by, note, restores)
            VALUES (\(app), \(new.number), \(new.publishedAt), \(account), \(new.publishedBy), \(new.note), \(new.restores.value))
            """
        )
    }

    func insertSwitchVersion(_ edit: SwitchEdit, of app: String, number: Int) throws {
        try run(
            """
            INSERT INTO switch_version (app_id, switch_key, number, definition, revision, edited_at, account, edited_by)
            VALUES (
                \(app), \(edit.key), \(number), \(try edit.definition?.stored), \(edit.revision), \(edit.editedAt), \(edit.account), \(edit.editedBy)
            )
            """
        )
    }

    func switchPublication(_ number: Int, of app: String) throws -> SwitchPublication? {
        try first("\(Self.publicationColumns) WHERE p.app_id = \(app) AND p.number = \(number)", SwitchPublication.init)
    }

    /// Those of some numbers that there are.
    func switchPublications(_ app: String, numbered numbers: [Int]) throws -> [SwitchPublication] {
        try numbers.inPieces.flatMap { numbers in
            try all("\(Self.publicationColumns) WHERE p.app_id = \(app) AND p.number IN (\(SQL.list(numbers)))", SwitchPublication.init)
        }
    }

    /// Newest first.
    func switchPublications(_ app: String, before number: Int?, limit: Int) throws -> [SwitchPublication] {
        let rest: SQL = number.map { "p.number < \($0)" } ?? "1 = 1"
        return try all("\(Self.publicationColumns) WHERE p.app_id = \(app) AND \(rest) ORDER BY p.number DESC LIMIT \(limit)", SwitchPublication.init)
    }

    /// Newest first.
    func switchPublications(_ app: String, until time: Date, limit: Int) throws -> [SwitchPublication] {
        try all(
            "\(Self.publicationColumns) WHERE p.app_id = \(app) AND p.published_at <= \(time) ORDER BY p.number DESC LIMIT \(limit)",
            SwitchPublication.init
        )
    }

    func countSwitchPublications(_ app: String) throws -> Int {
        try value("SELECT count(*) FROM switch_publication WHERE app_id = \(app)") ?? 0
    }

    private static var publicationColumns: SQL {
        """
        SELECT p.number, p.published_at, p.published_by, p.note, p.restores,
        (SELECT count(*) FROM switch_version v WHERE v.app_id = p.app_id AND v.number = p.number) AS changes
        FROM switch_publication p
        """
    }
}

extension SwitchPublication {
    fileprivate init(_ row: Row) throws {
        self.init(
            number: try row["number"],
            publishedAt: try row["published_at"],
            publishedBy: try row["published_by"],
            note: try row["note"],
            restores: .init(try row["restores"]),
            changes: try row["changes"]
        )
    }
}

import Foundation
import Storage

extension Connection {
    /// Those that are drafted or published.
    func countSwitches(_ app: String) throws -> Int {
        try value(
            """
            SELECT count(*) FROM (
                SELECT switch_key FROM switch_draft WHERE app_id = \(app)
                UNION SELECT switch_key FROM switch_version v WHERE app_id = \(app) AND definition IS NOT NULL AND \(Self.isLast(nil))
            ) AS either
            """
        ) ?? 0
    }

    /// What devices get; with a number, what they got from that publication on.
    func switchVersions(_ app: String, at number: Int? = nil) throws -> [SwitchEdit] {
        try all(
            "\(Self.switchVersionColumns) FROM switch_version v WHERE app_id = \(app) AND definition IS NOT NULL AND \(Self.isLast(number)) ORDER BY switch_key",
            SwitchEdit.init
        )
    }

    /// The version of a key that counts: the last one, or the last one up to a publication.
    private static func isLast(_ number: Int?) -> SQL {
        let upTo: SQL = number.map { "AND o.number <= \($0)" } ?? ""
        return "number = (SELECT max(o.number) FROM switch_version o WHERE o.app_id = v.app_id AND o.switch_key = v.switch_key \(upTo))"
    }

    /// The last publication of each app.
    func publishedSwitches() throws -> [String: SwitchEdition.Stamp] {
        let rows = try all(
            """
            SELECT app_id, number, published_at FROM switch_publication p
            WHERE number = (SELECT max(o.number) FROM switch_publication o WHERE o.app_id = p.app_id)
            """
        ) { (try $0[0] as String, SwitchEdition.Stamp(number: try $0[1], publishedAt: try $0[2])) }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// What devices of an app get.
    func switchEdition(_ app: String, _ stamp: SwitchEdition.Stamp) throws -> SwitchEdition {
        SwitchEdition(stamp: stamp, definitions: try switchVersions(app).compactMap { edit in edit.definition.map { (edit.key, $0) } })
    }

    func deleteSwitches(of app: String) throws {
        try run("DELETE FROM switch_publication WHERE app_id = \(app)")
        try run("DELETE FROM switch_draft WHERE app_id = \(app)")
        try run("DELETE FROM switch_state WHERE app_id = \(app)")
    }

    static var switchVersionColumns: SQL {
        "SELECT switch_key, definition, revision, edited_at, account, edited_by"
    }

    // MARK: the app's own

    func switchState(_ app: String) throws -> (revision: Int, twoPerson: Bool) {
        try first("SELECT revision, two_person FROM switch_state WHERE app_id = \(app)") { (try $0[0], try $0[1]) } ?? (0, false)
    }

    /// Counts one more change of the app's switches.
    func nextSwitchRevision(_ app: String) throws -> Int {
        try value(
            """
            INSERT INTO switch_state (app_id, revision) VALUES (\(app), 1)
            ON CONFLICT (app_id) DO UPDATE SET revision = switch_state.revision + 1 RETURNING revision
            """
        ) ?? 0
    }

    func setSwitchTwoPerson(_ twoPerson: Bool, of app: String) throws {
        try run(
            """
            INSERT INTO switch_state (app_id, two_person) VALUES (\(app), \(twoPerson))
            ON CONFLICT (app_id) DO UPDATE SET two_person = excluded.two_person
            """
        )
    }
}

extension SwitchEdit {
    init(_ row: Row) throws {
        self.init(
            key: try row["switch_key"],
            definition: try (row["definition"] as String?).map(SwitchDefinition.init(stored:)),
            revision: try row["revision"],
            editedAt: try row["edited_at"],
            account: try row["account"],
            editedBy: try row["edited_by"]
        )
    }
}

extension SwitchDefinition {
    /// As a column holds it.
    fileprivate init(stored text: String) throws {
        self = try RolloutText.read(text)
    }

    var stored: String {
        get throws { try RolloutText.write(self) }
    }
}

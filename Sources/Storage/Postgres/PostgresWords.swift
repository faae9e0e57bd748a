import Foundation

/// The shared dialect in PostgreSQL's words.
enum PostgresWords {
    /// `?` becomes `$1`, `$2` … outside of quotes, and the words in braces their clauses.
    static func translated(_ text: String) -> String { numbered(text).text }

    /// How many values a statement takes.
    static func places(in text: String) -> Int { numbered(text).places }

    private static func numbered(_ text: String) -> (text: String, places: Int) {
        var number = 0
        var isQuoted = false
        var result: [UInt8] = []
        for byte in unbraced(text).utf8 {
            if byte == UInt8(ascii: "'") { isQuoted.toggle() }
            guard byte == UInt8(ascii: "?"), !isQuoted else {
                result.append(byte)
                continue
            }
            number += 1
            result += Array("$\(number)".utf8)
        }
        return (String(decoding: result, as: UTF8.self), number)
    }

    private static func unbraced(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
        return SQLWords.locks.reduce(text) { $0.replacing($1, with: $1.dropFirst().dropLast().uppercased()) }
    }

    /// Texts sort by their bytes, as in SQLite, whatever the database's own collation is.
    static func statements(of migration: Migration) -> String {
        let words = [("{blob}", "BYTEA"), ("{strict}", ""), ("{clustered}", "")]
        var text = words.reduce(migration.text) { $0.replacing($1.0, with: $1.1) }
        text = text.replacing(#/\bTEXT\b/#, with: #"TEXT COLLATE "C""#).replacing(#/\bREAL\b/#, with: "DOUBLE PRECISION")
        text = migration.replacing("append_only", in: text) { appendOnly("\($0[0])") }
        text = migration.replacing("daily", in: text) { daily("\($0[0])", column: "\($0[1])") }
        return migration.replacing("external", in: text) { "ALTER TABLE \($0[0]) ALTER COLUMN \($0[1]) SET STORAGE EXTERNAL;" }
    }

    private static func appendOnly(_ table: String) -> String {
        """
        CREATE FUNCTION \(table)_only_grows() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION '\(table) only grows'; END $$;
        CREATE TRIGGER \(table)_only_grows BEFORE UPDATE OR DELETE ON \(table) FOR EACH ROW EXECUTE FUNCTION \(table)_only_grows();
        """
    }

    /// Rows of days nobody made a partition for go into the default one.
    private static func daily(_ table: String, column: String) -> String {
        """
        ALTER TABLE \(table) RENAME TO \(table)_whole;
        CREATE TABLE \(table) (LIKE \(table)_whole INCLUDING ALL) PARTITION BY RANGE (\(column));
        DROP TABLE \(table)_whole;
        CREATE TABLE \(table)_rest PARTITION OF \(table) DEFAULT;
        """
    }
}

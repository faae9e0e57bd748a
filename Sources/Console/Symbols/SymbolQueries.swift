import Formats
import Foundation
import Storage
import Web

extension Connection {
    /// Newest first, with what is in each.
    /// - Parameter last: the last one already shown.
    func symbolUploads(_ app: String, _ filter: SymbolFilter, before last: Cursor?, limit: Int) throws -> [SymbolUpload] {
        let rest: SQL = last.map { "(created_at, id) < (\($0.number), \($0.id))" } ?? "1 = 1"
        let rows = try all(
            "\(Self.symbolFileColumns) WHERE \(filter.condition(app)) AND \(rest) ORDER BY created_at DESC, id DESC LIMIT \(limit)",
            SymbolFileRow.init
        )
        let objects = Dictionary(grouping: try symbolObjects(app, ofFiles: rows.map(\.id)), by: \.file)
        return rows.map { $0.upload(objects[$0.id] ?? []) }
    }

    func countSymbolUploads(_ app: String, _ filter: SymbolFilter) throws -> Int {
        try value("SELECT count(*) FROM symbol_file WHERE \(filter.condition(app))") ?? 0
    }

    func symbolUpload(_ app: String, _ id: String) throws -> SymbolUpload? {
        try whole(try first("\(Self.symbolFileColumns) WHERE app_id = \(app) AND id = \(id)", SymbolFileRow.init))
    }

    func symbolUpload(_ app: String, file: BlobID) throws -> SymbolUpload? {
        try whole(try first("\(Self.symbolFileColumns) WHERE app_id = \(app) AND sha256 = \(file)", SymbolFileRow.init))
    }

    private func whole(_ row: SymbolFileRow?) throws -> SymbolUpload? {
        try row.map { $0.upload(try symbolObjects($0.app, ofFiles: [$0.id])) }
    }

    private func symbolObjects(_ app: String, ofFiles files: [String]) throws -> [SymbolObject] {
        guard !files.isEmpty else { return [] }
        return try all(
            """
            \(Self.symbolObjectColumns) FROM symbol_object WHERE app_id = \(app) AND file_id IN (\(SQL.list(files)))
            ORDER BY name, architecture, debug_id, id
            """,
            SymbolObject.init
        )
    }

    /// - Returns: false when the app has the file by now.
    func insertSymbols(_ new: NewSymbols, at time: Date, by author: String) throws -> Bool {
        let inserted = try run(
            """
            INSERT INTO symbol_file (app_id, id, name, sha256, size, version, created_at, created_by)
            VALUES (\(new.app), \(new.id), \(new.name), \(new.sha256), \(new.size), \(new.version), \(time), \(author))
            ON CONFLICT (app_id, sha256) DO NOTHING
            """
        )
        guard inserted == 1 else { return false }
        for one in new.objects {
            try insertSymbolObject(one.object, of: new.app, at: time)
            for id in one.ids {
                try run("INSERT INTO symbol_id (app_id, debug_id, object_id) VALUES (\(new.app), \(id), \(one.object.id)) ON CONFLICT DO NOTHING")
            }
        }
        return true
    }

    private func insertSymbolObject(_ object: SymbolObject, of app: String, at time: Date) throws {
        let contents = object.contents
        try run(
            """
            INSERT INTO symbol_object (app_id, id, file_id, kind, name, debug_id, architecture, base, has_debug_info, has_symbols,
                has_mini_debug_info, compiler, format, sha256, size, created_at)
            VALUES (\(app), \(object.id), \(object.file), \(object.kind), \(object.name), \(object.debugId), \(object.architecture),
                \(Int64(bitPattern: object.base)), \(contents.hasDebugInfo), \(contents.hasSymbols), \(contents.hasMiniDebugInfo),
                \(object.compiler), \(object.format), \(object.sha256), \(object.size), \(time))
            """
        )
    }

    func setSymbolVersion(_ app: String, _ id: String, _ version: String) throws {
        try run("UPDATE symbol_file SET version = \(version) WHERE app_id = \(app) AND id = \(id)")
    }

    func deleteSymbolUpload(_ app: String, _ id: String) throws {
        try run(
            """
            DELETE FROM symbol_id WHERE app_id = \(app)
                AND object_id IN (SELECT id FROM symbol_object WHERE app_id = \(app) AND file_id = \(id))
            """
        )
        try run("DELETE FROM symbol_object WHERE app_id = \(app) AND file_id = \(id)")
        try run("DELETE FROM symbol_file WHERE app_id = \(app) AND id = \(id)")
    }

    // MARK: finding

    /// The best of what goes by each of these ids: what says most, and of these what came last.
    func symbolObjects(_ app: String, ids: [String]) throws -> [(id: String, object: SymbolObject)] {
        guard !ids.isEmpty else { return [] }
        return try all(
            """
            \(Self.symbolObjectColumns), symbol_id.debug_id AS asked FROM symbol_id
            JOIN symbol_object ON symbol_object.app_id = symbol_id.app_id AND symbol_object.id = symbol_id.object_id
            WHERE symbol_id.app_id = \(app) AND symbol_id.debug_id IN (\(SQL.list(ids)))
            ORDER BY has_debug_info DESC, has_symbols DESC, symbol_object.created_at DESC, symbol_object.id
            """
        ) { (id: try $0["asked"], object: try SymbolObject($0)) }
    }

    /// The mapping of a version that came last.
    func symbolMapping(_ app: String, version: String) throws -> SymbolObject? {
        try first(
            """
            \(Self.symbolObjectColumns) FROM symbol_object
            WHERE app_id = \(app) AND kind = \(SymbolKind.mapping)
                AND file_id IN (SELECT id FROM symbol_file WHERE app_id = \(app) AND version = \(version))
            ORDER BY created_at DESC, id LIMIT 1
            """,
            SymbolObject.init
        )
    }

    private static var symbolFileColumns: SQL { "SELECT id, app_id, name, sha256, size, version, created_at, created_by FROM symbol_file" }

    private static var symbolObjectColumns: SQL {
        """
        SELECT symbol_object.id, file_id, kind, name, symbol_object.debug_id, architecture, base, has_debug_info, has_symbols, has_mini_debug_info,
            compiler, format, sha256, size
        """
    }
}

extension SymbolFilter {
    fileprivate func condition(_ app: String) -> SQL {
        let words = text.trimmingCharacters(in: .whitespaces).lowercased()
        let objects: SQL = "id IN (SELECT file_id FROM symbol_object WHERE app_id = \(app)"
        let conditions: [SQL?] = [
            "app_id = \(app)", kind.map { "\(objects) AND kind = \($0))" }, words.isEmpty ? nil : Self.holds(words, objects, app),
        ]
        return .all(conditions.compactMap { $0 })
    }

    /// Ids are looked for however they are written.
    private static func holds(_ words: String, _ objects: SQL, _ app: String) -> SQL {
        let id = words.replacing("-", with: "")
        return """
            lower(name || ' ' || version) LIKE \(SQL.containing(words)) ESCAPE '\\'
                OR \(objects) AND (lower(name) LIKE \(SQL.containing(words)) ESCAPE '\\' OR debug_id LIKE \(SQL.containing(id)) ESCAPE '\\'))
            """
    }
}

/// A file without what is in it.
private struct SymbolFileRow {
    let id: String
    let app: String
    let name: String
    let sha256: BlobID
    let size: Int
    let version: String
    let createdAt: Date
    let createdBy: String

    init(_ row: Row) throws {
        (id, app, name) = (try row["id"], try row["app_id"], try row["name"])
        (sha256, size, version) = (try row["sha256"], try row["size"], try row["version"])
        (createdAt, createdBy) = (try row["created_at"], try row["created_by"])
    }

    func upload(_ objects: [SymbolObject]) -> SymbolUpload {
        SymbolUpload(
            id: id,
            app: app,
            name: name,
            sha256: sha256,
            size: size,
            version: version,
            createdAt: createdAt,
            createdBy: createdBy,
            objects: objects
        )
    }
}

extension SymbolObject {
    fileprivate init(_ row: Row) throws {
        let base: Int64 = try row["base"]
        self.init(
            id: try row["id"],
            file: try row["file_id"],
            kind: try row["kind"],
            name: try row["name"],
            debugId: try row["debug_id"],
            architecture: try row["architecture"],
            base: UInt64(bitPattern: base),
            contents: SymbolContents(
                hasDebugInfo: try row["has_debug_info"],
                hasSymbols: try row["has_symbols"],
                hasMiniDebugInfo: try row["has_mini_debug_info"]
            ),
            compiler: try row["compiler"],
            format: try row["format"],
            sha256: try row["sha256"],
            size: try row["size"]
        )
    }
}

import Foundation
import Storage
import Web

extension Connection {
    /// What most reports wait for first.
    /// - Parameter last: the last one already shown.
    func missingSymbols(_ app: String, before last: Cursor?, limit: Int) throws -> [SymbolMissing] {
        let rest: SQL = last.map { "(reports, debug_id) < (\($0.number), \($0.id))" } ?? "1 = 1"
        return try all(
            """
            SELECT debug_id, kind, name, architecture, version, reports, first_at, last_at FROM symbol_missing
            WHERE app_id = \(app) AND \(rest) ORDER BY reports DESC, debug_id DESC LIMIT \(limit)
            """
        ) { row in
            SymbolMissing(
                debugId: try row["debug_id"],
                kind: try row["kind"],
                name: try row["name"],
                architecture: try row["architecture"],
                version: try row["version"],
                reports: try row["reports"],
                firstAt: try row["first_at"],
                lastAt: try row["last_at"]
            )
        }
    }

    func countMissingSymbols(_ app: String) throws -> Int {
        try value("SELECT count(*) FROM symbol_missing WHERE app_id = \(app)") ?? 0
    }

    /// Writes down what a report waits for; for the rooms that take reports, in the transaction that stores one. What was brought meanwhile is not
    /// missing.
    /// - Parameter reports: how many more wait for each.
    /// - Returns: the ids that the report waits for.
    @discardableResult
    func noteMissingSymbols(_ app: String, _ wanted: [SymbolWanted], reports: Int = 1, at time: Date) throws -> [String] {
        let ids = Array(Set(wanted.compactMap(\.id)).sorted().prefix(500))
        guard !ids.isEmpty else { return [] }
        let brought: Set<String> = Set(
            try all("SELECT DISTINCT debug_id FROM symbol_id WHERE app_id = \(app) AND debug_id IN (\(SQL.list(ids)))") { try $0[0] as String }
        )
        let known: Set<String> = Set(
            try all("SELECT debug_id FROM symbol_missing WHERE app_id = \(app) AND debug_id IN (\(SQL.list(ids)))") { try $0[0] as String }
        )
        var room = SymbolLimits.missing - (try countMissingSymbols(app))
        let byID = Dictionary(wanted.compactMap { one in one.id.map { ($0, one) } }) { first, _ in first }
        var waiting: [String] = []
        for id in ids where !brought.contains(id) {
            guard let one = byID[id] else { continue }
            if one.debugId.isEmpty, try symbolMapping(app, version: one.version) != nil { continue }
            if !known.contains(id) { room -= 1 }
            if known.contains(id) || room >= 0 { try insertMissingSymbol(app, id, one, reports, at: time) }
            waiting.append(id)
        }
        return waiting
    }

    private func insertMissingSymbol(_ app: String, _ id: String, _ wanted: SymbolWanted, _ reports: Int, at time: Date) throws {
        try run(
            """
            INSERT INTO symbol_missing (app_id, debug_id, kind, name, architecture, version, reports, first_at, last_at)
            VALUES (\(app), \(id), \(wanted.kind), \(String(wanted.name.prefix(SymbolLimits.name))), \(String(wanted.architecture.prefix(20))),
                \(String(wanted.version.prefix(SymbolLimits.version))), \(reports), \(time), \(time))
            ON CONFLICT (app_id, debug_id) DO UPDATE SET reports = symbol_missing.reports + excluded.reports, last_at = excluded.last_at
            """
        )
    }

    /// They were brought.
    func deleteMissingSymbols(_ app: String, _ ids: [String]) throws {
        for start in stride(from: 0, to: ids.count, by: 500) {
            try run("DELETE FROM symbol_missing WHERE app_id = \(app) AND debug_id IN (\(SQL.list(Array(ids[start..<min(start + 500, ids.count)]))))")
        }
    }

    func deleteMissingSymbols(lastBefore time: Date) throws {
        try run("DELETE FROM symbol_missing WHERE last_at < \(time)")
    }
}

/// What a report names and may not be there.
public struct SymbolWanted: Sendable, Equatable {
    /// As the report writes it.
    public let debugId: String
    public let kind: SymbolKind
    /// Of the image.
    public var name: String
    public var architecture: String
    /// Of the app.
    public var version: String

    public init(debugId: String, kind: SymbolKind, name: String = "", architecture: String = "", version: String = "") {
        (self.debugId, self.kind, self.name, self.architecture, self.version) = (debugId, kind, name, architecture, version)
    }

    /// The mapping of a version, wanted by a report that names no id.
    public static func mapping(ofVersion version: String) -> SymbolWanted {
        SymbolWanted(debugId: "", kind: .mapping, version: version)
    }

    /// Nil for what is no id: then nothing can be brought for it either.
    var id: String? {
        if debugId.isEmpty, kind == .mapping, !version.isEmpty { return SymbolIDs.ofVersion(version) }
        return SymbolIDs.asked(debugId).first
    }
}

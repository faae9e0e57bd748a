import Foundation
import Storage

/// Copies every table of one database into another one, whichever engines they are on, and proves that the same rows are there.
struct MovingCopy {
    let source: Database
    let target: Database
    let lines: any MovingLines
    let progress: MovingProgress

    /// - Returns: how many rows each table has.
    /// - Throws: ``MovingError`` when the two have other tables, or do not hold the same afterwards.
    func run() async throws -> [String: Int] {
        let tables = try await arrangedTables()
        try await makeDays()
        let written = try await copy(tables)
        try await verify(tables, written)
        return written.mapValues(\.rows)
    }

    private func arrangedTables() async throws -> [TableShape] {
        let tables = try MovingTables(try await source.read { try $0.tables() })
        try tables.check(against: try await target.read { try $0.tables() })
        let all = tables.all.map(\.arranged)
        return all.filter { lines.first.contains($0.name) } + all.filter { !lines.first.contains($0.name) }
    }

    /// PostgreSQL has a partition for each day. Nothing on SQLite.
    private func makeDays() async throws {
        for table in Schema.dailyTables {
            var days = try await source.longRead { try $0.days(of: table) }
            if table.name == "log_chunk" { days.formUnion(lines.days) }
            try await target.write(.readCommitted) { [days] connection in
                for day in days.sorted() { try connection.makeDays(table, day...day) }
            }
        }
    }

    private func copy(_ tables: [TableShape]) async throws -> [String: MovingSum] {
        try progress.step("copying rows", total: try await source.longRead { connection in try tables.reduce(0) { try $0 + connection.count($1) } })
        var sums = Dictionary(uniqueKeysWithValues: tables.map { ($0.name, MovingSum()) })
        try await MovingReader(database: source, tables: tables).run { page in
            let rows = try await lines.translated(page)
            sums[page.table.name]?.add(rows)
            try await write(rows, into: page.table)
            try progress.advance(by: page.rows.count)
        }
        for table in tables {
            let rows = lines.added(to: table)
            sums[table.name]?.add(rows)
            try await write(rows, into: table)
        }
        return sums
    }

    private func write(_ rows: [[SQLValue]], into table: TableShape) async throws {
        guard !rows.isEmpty else { return }
        try await target.write(.readCommitted) { try $0.merge(rows, into: table.bulk) }
    }

    private func verify(_ tables: [TableShape], _ written: [String: MovingSum]) async throws {
        try progress.step("comparing rows", total: written.values.reduce(0) { $0 + $1.rows })
        let read = try await Self.sums(of: tables, in: target, progress)
        for table in tables where read[table.name] != written[table.name] {
            let (found, wanted) = (read[table.name]?.rows ?? 0, written[table.name]?.rows ?? 0)
            throw MovingError("table \(table.name) does not hold the same in both databases: \(found) rows are there, \(wanted) were written")
        }
    }

    /// What tables hold.
    static func sums(of tables: [TableShape], in database: Database, _ progress: MovingProgress) async throws -> [String: MovingSum] {
        var sums = Dictionary(uniqueKeysWithValues: tables.map { ($0.name, MovingSum()) })
        try await MovingReader(database: database, tables: tables).run { page in
            sums[page.table.name]?.add(page.rows)
            try progress.advance(by: page.rows.count)
        }
        return sums
    }
}

extension Schema {
    /// Tables that PostgreSQL partitions by day.
    static let dailyTables = migrations.flatMap(\.dailyTables)
}

import Storage

/// Reads whole tables page by page, as they were at one moment.
struct MovingReader: Sendable {
    let database: Database
    let tables: [TableShape]

    struct Page: Sendable {
        let table: TableShape
        let rows: [[SQLValue]]
    }

    /// Bytes that a page should have about; the largest row so far tells how many rows that are.
    static let pageSize = 4 << 20
    static let mostRows = 4_000

    /// - Parameter each: called for every page, table after table in their order, each in the order of its key.
    func run(_ each: (Page) async throws -> Void) async throws {
        let tables = tables
        let pipe = MovingPipe<Page>()
        try await pipe.run(
            { [database] pipe in
                try await database.longRead { connection in
                    for table in tables { try Self.read(table, connection) { try pipe.send(Page(table: table, rows: $0)) } }
                }
            },
            each: each
        )
    }

    private static func read(_ table: TableShape, _ connection: Connection, _ send: ([[SQLValue]]) throws -> Void) throws {
        var (key, limit, largest): ([SQLValue]?, Int, Int) = (nil, 16, 1)
        while true {
            let rows = try connection.rows(of: table, after: key, limit: limit)
            guard let last = rows.last else { return }
            try send(rows)
            guard rows.count == limit else { return }
            key = Array(last.prefix(table.key.count))
            largest = rows.reduce(largest) { max($0, size($1)) }
            limit = max(1, min(mostRows, limit * 8, pageSize / largest))
        }
    }

    private static func size(_ row: [SQLValue]) -> Int {
        row.reduce(32) { sum, value in
            switch value {
            case .text(let text): sum + text.utf8.count
            case .blob(let bytes): sum + bytes.count
            case .null, .integer, .real: sum + 8
            }
        }
    }
}

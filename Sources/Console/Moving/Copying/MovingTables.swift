import Storage

/// The tables of a database in an order in which they can be filled: what others refer to comes first.
struct MovingTables: Sendable {
    let all: [TableShape]

    /// What running consoles write of themselves; nothing of it means anything elsewhere.
    static let ofRunning: Set = ["lease", "log_pause", "node"]

    /// - Throws: ``MovingError`` when tables refer to each other in a circle.
    init(_ shapes: [TableShape]) throws {
        all = try Self.ordered(shapes.filter { !Self.ofRunning.contains($0.name) })
    }

    /// - Throws: ``MovingError`` for a circle.
    static func ordered(_ shapes: [TableShape]) throws -> [TableShape] {
        var waiting = shapes.sorted { $0.name < $1.name }
        var ready: [TableShape] = []
        while !waiting.isEmpty {
            let left = Set(waiting.map(\.name))
            let next = waiting.filter { table in left.isDisjoint(with: table.references.filter { $0 != table.name }) }
            guard !next.isEmpty else { throw MovingError("tables refer to each other: \(left.sorted().joined(separator: ", "))") }
            ready += next
            waiting.removeAll { table in next.contains { $0.name == table.name } }
        }
        return ready
    }

    /// - Throws: ``MovingError`` for a table that the other side does not have, or has with other columns, or whose rows nothing tells apart.
    func check(against others: [TableShape]) throws {
        let others = Dictionary(uniqueKeysWithValues: others.map { ($0.name, $0) })
        for table in all {
            guard !table.key.isEmpty else { throw MovingError("table \(table.name) has no primary key") }
            guard let other = others[table.name] else { throw MovingError("table \(table.name) is missing in the other database") }
            guard Set(table.columns.map(\.name)) == Set(other.columns.map(\.name)) else {
                throw MovingError("table \(table.name) has other columns in the other database")
            }
        }
    }
}

extension TableShape {
    /// As it takes many rows, each with the values of all columns; of an arranged shape.
    var bulk: BulkTable {
        BulkTable(name, columns.map { BulkTable.Column($0.name, $0.kind) }, key: key, conflict: .keep)
    }
}

/// Why a backup, a restore or a move cannot be. A sentence for whoever runs the command.
struct MovingError: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

import Storage

/// How a database is spread over the servers of Citus: statements in an order that it accepts, and what stands in the way.
public struct DoctorSpread: Codable, Sendable, Equatable {
    public struct Table: Codable, Sendable, Equatable {
        public let name: String
        /// `distributed`, `reference` or `local`.
        public let placement: String
        /// Why it is local; nil for the others.
        public let reason: String?
    }

    /// A table that does not fit, and why.
    public struct Misfit: Codable, Sendable, Equatable {
        public let table: String
        public let reason: String
    }

    public let tables: [Table]
    /// To be run in this order, on the coordinator, before there are rows or at a quiet time.
    public let statements: [String]
    /// Tables that have a partition for each day, and how each is made; the console makes them by itself.
    public let partitions: [String]
    public let misfits: [Misfit]

    init(_ shapes: [TableShape], rules: [String: TableRules], daily: [DailyTable]) throws {
        let ordered = try MovingTables.ordered(shapes)
        let placements = Dictionary(uniqueKeysWithValues: ordered.map { ($0.name, DoctorPlacement($0)) })
        tables = ordered.map { Table(name: $0.name, placement: placements[$0.name]?.word ?? "", reason: placements[$0.name]?.reason) }
        statements =
            ordered.filter { placements[$0.name] == .reference }.map { "SELECT create_reference_table('\($0.name)');" }
            + ordered.filter { placements[$0.name] == .distributed }.map {
                "SELECT create_distributed_table('\($0.name)', '\(DoctorPlacement.column)');"
            }
        partitions = daily.sorted { $0.name < $1.name }.map(Self.partition)
        let check = DoctorFit(
            placements: placements,
            rules: rules,
            partitionColumns: Dictionary(uniqueKeysWithValues: daily.map { ($0.name, $0.column) })
        )
        misfits = ordered.flatMap { table in check.reasons(table).map { Misfit(table: table.name, reason: $0) } }
    }

    public var fits: Bool { misfits.isEmpty }

    /// `DAY` counts from 1970-01-01.
    private static func partition(_ table: DailyTable) -> String {
        let (from, to) = table.unitsPerDay == 1 ? ("DAY", "DAY + 1") : ("DAY * \(table.unitsPerDay)", "(DAY + 1) * \(table.unitsPerDay)")
        return "CREATE TABLE \(table.name)_DAY PARTITION OF \(table.name) FOR VALUES FROM (\(from)) TO (\(to)); -- by range of \(table.column)"
    }

    /// Reads what a database says of itself.
    static func read(_ database: Database) async throws -> DoctorSpread {
        try await database.longRead { connection in
            let shapes = try connection.tables()
            let rules = try Dictionary(uniqueKeysWithValues: shapes.map { ($0.name, try connection.rules(of: $0)) })
            return try DoctorSpread(shapes, rules: rules, daily: Schema.dailyTables)
        }
    }
}

extension DoctorPlacement {
    fileprivate var word: String {
        switch self {
        case .distributed: "distributed"
        case .reference: "reference"
        case .local: "local"
        }
    }

    fileprivate var reason: String? {
        if case .local(let reason) = self { reason } else { nil }
    }
}

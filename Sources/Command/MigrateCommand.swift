import ArgumentParser
import Console

struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Bring the database's schema up to date (serve does it by itself), or move to PostgreSQL.",
        discussion: """
            With --to everything in the SQLite database is copied into an empty PostgreSQL database and compared there, while the running console \
            answers what it can without writing and refuses everything else. Afterwards it is to be stopped, and started with --database.
            """
    )

    @OptionGroup var place: Place
    @Option(help: "Move to this database: postgresql://user@host/name.") var to: String?
    @Option(help: "With --to: move objects to this store as well, s3://bucket/prefix?endpoint=https://….") var toObjects: String?
    @Flag(help: "Give a move up: the console takes everything again.") var stay = false

    func validate() throws {
        guard toObjects == nil || to != nil else { throw ValidationError("--to-objects goes with --to") }
        guard to == nil || !stay else { throw ValidationError("either --to or --stay") }
        if let to, !to.hasPrefix("postgresql://"), !to.hasPrefix("postgres://") {
            throw ValidationError("--to is not of the form postgresql://user@host/name")
        }
    }

    func run() async throws {
        if let to { return try await move(MovingMigrationOrder(url: to, objects: toObjects)) }
        if stay {
            return try place.show(try await LocalConsole.stay(place.settings()), as: [String: String].self) {
                "stays with \($0["database"] ?? "SQLite")"
            }
        }
        let applied = try await LocalConsole.migrate(place.settings())
        print(
            place.json
                ? "{\"applied\":[\(applied.map { "\"\($0)\"" }.joined(separator: ","))]}"
                : applied.isEmpty ? "up to date" : applied.joined(separator: "\n")
        )
    }

    private func move(_ order: MovingMigrationOrder) async throws {
        try await place.follow(.migrate(order), as: MovingMigrationReport.self) { report in
            let rows = report.rows.values.reduce(0, +)
            let steps = report.next.enumerated().map { "\($0.offset + 1). \($0.element)" }
            return (["copied \(rows) rows of \(report.rows.count) tables into \(report.database), and found the same there"] + steps).joined(
                separator: "\n"
            )
        }
    }
}

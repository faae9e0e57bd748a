import ArgumentParser
import Console

struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Bring the database's schema up to date; serve does it by itself."
    )

    @OptionGroup var place: Place

    func run() async throws {
        let applied = try await LocalConsole.migrate(place.settings())
        print(
            place.json
                ? "{\"applied\":[\(applied.map { "\"\($0)\"" }.joined(separator: ","))]}"
                : applied.isEmpty ? "up to date" : applied.joined(separator: "\n")
        )
    }
}

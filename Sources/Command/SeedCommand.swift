import ArgumentParser
import Console

struct SeedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "seed", abstract: "Load the demo apps with two weeks of activity, or remove them.")

    @OptionGroup var place: Place
    @Flag(help: "Remove what the seed made.") var remove = false

    func run() async throws {
        if !remove { tell("loading the demo data; this takes some seconds") }
        try await place.run(remove ? .unseed : .seed, as: DemoReport.self) { $0.description }
    }
}

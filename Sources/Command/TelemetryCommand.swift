import ArgumentParser
import Console

struct TelemetryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "telemetry", abstract: "Statistics of logs.", subcommands: [Rebuild.self])

    struct Rebuild: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Compute an app's statistics again from its raw lines.")

        @OptionGroup var place: Place
        @Argument(help: "The app's id.") var app: String

        func run() async throws {
            try await place.run(.rebuildTelemetry(app: app), as: [String: String].self) { _ in "rebuilt \(app)" }
        }
    }
}

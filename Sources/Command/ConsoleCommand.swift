import ArgumentParser
import Console

/// `console`: runs the main site and everything around it.
@main
struct ConsoleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "console",
        abstract: "The main site: a self-hosted console for mobile apps.",
        version: Release.version,
        subcommands: [
            Serve.self, Seed.self, Migrate.self, Admin.self, TokenCommand.self, AppCommand.self, Logs.self, TelemetryCommand.self, Backup.self,
            Config.self,
        ]
    )
}

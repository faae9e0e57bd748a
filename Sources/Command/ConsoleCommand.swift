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
            ServeCommand.self, SeedCommand.self, MigrateCommand.self, AdminCommand.self, TokenCommand.self, AppCommand.self, LogsCommand.self,
            CallCommand.self, SimulateCommand.self, SDKCommand.self, BuildCommand.self, AgentCommand.self,
            TelemetryCommand.self, BackupCommand.self, RestoreCommand.self, DoctorCommand.self, ConfigCommand.self, InspectCommand.self,
            InspectBuildCommand.self, SimulateGuardCommand.self, ReadSymbolsCommand.self, ReadNamesCommand.self, SymbolsCommand.self,
            HotpatchCommand.self, PushServiceCommand.self, ReadDeviceLogCommand.self, APICommand.self, ActionsCommand.self,
        ]
    )

    /// As every `AsyncParsableCommand` has it, but for what is said of files.
    static func main() async {
        do {
            var command = try await asyncParseAsRoot()
            if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
        } catch {
            exit(withError: LocalFailure(error) ?? error)
        }
    }
}

import ArgumentParser
import Console

/// The console's own child for logs that devices sent: not for people.
struct ReadDeviceLogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: DiagnosisInspection.subcommand, shouldDisplay: false)

    @Argument var question: String

    func run() throws {
        print(try DiagnosisInspection.run(question))
    }
}

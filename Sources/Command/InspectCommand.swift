import ArgumentParser
import Console

/// The console's own child: not for people.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: FileInspector.subcommand, shouldDisplay: false)

    @Argument var question: String

    func run() throws {
        print(try FileInspection.run(question))
    }
}

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

/// The same for packages of apps.
struct InspectBuildCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: BuildInspection.subcommand, shouldDisplay: false)

    @Argument var question: String

    func run() throws {
        print(try BuildInspection.run(question))
    }
}

/// The same for files of symbols.
struct ReadSymbolsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: SymbolInspection.subcommand, shouldDisplay: false)

    @Argument var question: String

    func run() throws {
        print(try SymbolInspection.run(question))
    }
}

/// Reads names of functions, one a line, for as long as the console has some.
struct ReadNamesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: SymbolNames.subcommand, shouldDisplay: false)

    func run() throws {
        SymbolNames.run()
    }
}

import ArgumentParser
import Console

struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "config", abstract: "Settings.", subcommands: [Dump.self])

    struct Dump: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show every setting with its value and where it came from.")

        @OptionGroup var place: Place

        func run() async throws {
            try place.print(try place.settings().sources) { $0.map { "\($0.name) = \($0.value)  (\($0.source))" }.joined(separator: "\n") }
        }
    }
}

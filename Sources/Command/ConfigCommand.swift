import ArgumentParser
import Console
import Foundation

struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "config", abstract: "Settings.", subcommands: [Dump.self])

    struct Dump: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show every setting with its value and where it came from.")

        @OptionGroup var place: Place

        func run() async throws {
            let sources = try place.settings().sources
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            print(
                place.json
                    ? String(decoding: try encoder.encode(sources), as: UTF8.self)
                    : sources.map { "\($0.name) = \($0.value)  (\($0.source))" }.joined(separator: "\n")
            )
        }
    }
}

import ArgumentParser
import Foundation
import Remote

struct ActionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "actions",
        abstract: "List what a running console can be asked for, as commands.",
        discussion: "console actions push stop prints those that have to do with both words."
    )

    @OptionGroup var remote: RemoteOptions
    @Argument(help: "Words of the path or of what it does.") var words: [String] = []
    @Flag(help: "Print one JSON document on standard output; everything else goes to standard error.") var json = false

    func run() async throws {
        let found = try await remote.console().actions().filter { $0.concerns(words) }
        guard !json else { return print(try Self.document(found)) }
        guard !found.isEmpty else { throw Refusal("there is nothing of that: console actions without words lists all") }
        for action in found { print("\(action.command)\n    \(action.summary)\(Self.others(action))") }
    }

    private static func document(_ actions: [RemoteAction]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(actions), as: UTF8.self)
    }

    private static func others(_ action: RemoteAction) -> String {
        let names = action.fields.filter { !$0.isRequired || action.takes != nil }.map(\.word)
        return names.isEmpty ? "" : "\n    may have: \(names.joined(separator: ", "))"
    }
}

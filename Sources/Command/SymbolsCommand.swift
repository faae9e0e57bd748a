import ArgumentParser
import Foundation
import Remote

struct SymbolsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "symbols",
        abstract: "Symbols: what makes names and lines of crash reports.",
        subcommands: [Upload.self]
    )

    struct Upload: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Bring symbols to the console: dSYMs as a zip or tgz, libraries with symbols, mapping.txt.",
            discussion: "A dSYM is a folder: give it to zip -r or tar -czf first. The token needs the scope builds or write."
        )

        @OptionGroup var remote: RemoteOptions
        @Argument(help: "The files.") var files: [String]
        @Option(help: "The app's id.") var app: String
        @Option(help: "The app's version; a mapping that names no id is found by it.") var version = ""
        @Flag(help: "Print one JSON document on standard output; everything else goes to standard error.") var json = false

        func run() async throws {
            let progress = SDKProgress(isQuiet: json)
            defer { progress.finish() }
            var done: [RemoteSymbols] = []
            for file in files {
                let symbols = try await remote.console().uploadSymbols(file, app: app, version: version) { progress.show($0, of: $1) }
                done.append(symbols)
                progress.finish()
                if !json { print("\(file): \(symbols.kind) \(symbols.uuids.joined(separator: ", "))") }
            }
            if json { print("[\(done.map(\.json).joined(separator: ","))]") }
        }
    }
}

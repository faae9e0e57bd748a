import ArgumentParser
import Foundation
import Remote

/// Which console a command asks over the network, and as whom.
struct RemoteOptions: ParsableArguments {
    @Option(help: "The console; CONSOLE_SERVER or http://127.0.0.1:8080 when absent.")
    var server: String?

    @Option(help: "A file whose first line is an API token; - for standard input. The token of CONSOLE_TOKEN when absent.")
    var tokenFile: String?

    func validate() throws {
        do {
            _ = try address()
        } catch {
            throw ValidationError("\(error)")
        }
    }

    func console() throws -> RemoteConsole {
        try RemoteConsole(address(), token: token())
    }

    private func address() throws -> RemoteAddress {
        try (server ?? Self.environment("CONSOLE_SERVER")).map(RemoteAddress.init) ?? .usual
    }

    private func token() throws -> RemoteToken? {
        try (tokenFile.map { try SecretLine.read($0, of: "token") } ?? Self.environment("CONSOLE_TOKEN")).map(RemoteToken.init)
    }

    private static func environment(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}

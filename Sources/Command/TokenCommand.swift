import ArgumentParser
import Console
import Web

struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "token", abstract: "API tokens.", subcommands: [Create.self])

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Create an API token; it is shown this once.")

        @OptionGroup var place: Place
        @Option(help: "What the token is for.") var name: String
        @Option(help: "read, write, release, admin, secrets, builds or all; may be given several times.") var scope: [Scope]
        @Option(help: "Only for this app.") var app: String?
        @Option(help: "Days until it expires, 1 to 730; 365 when absent.") var expiresInDays: Int?

        func run() async throws {
            let command = LocalCommand.createToken(name: name, scopes: scope, app: app, expiresInDays: expiresInDays)
            try await place.run(command, as: Made.self) { $0.token }
        }

        private struct Made: Decodable {
            let token: String
        }
    }
}

extension Scope: ExpressibleByArgument {}

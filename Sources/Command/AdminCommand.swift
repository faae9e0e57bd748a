import ArgumentParser
import Console
import Foundation

struct AdminCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin",
        abstract: "Administrators.",
        subcommands: [Create.self, ResetPassword.self]
    )

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Create an administrator.")

        @OptionGroup var place: Place
        @OptionGroup var account: AccountOptions

        func run() async throws {
            try await place.run(.createAdmin(email: account.email, password: try account.password()), as: Account.self) {
                "created administrator \($0.email)"
            }
        }
    }

    struct ResetPassword: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Set a new password and log the account out everywhere.")

        @OptionGroup var place: Place
        @OptionGroup var account: AccountOptions

        func run() async throws {
            try await place.run(.resetPassword(email: account.email, password: try account.password()), as: [String: String].self) { _ in
                "set a new password for \(account.email)"
            }
        }
    }
}

struct AccountOptions: ParsableArguments {
    @Option(help: "The account's e-mail address.") var email: String
    @Option(help: "A file whose first line is the password; - for standard input.") var passwordFile: String

    func password() throws -> String {
        try SecretLine.read(passwordFile, of: "password")
    }
}

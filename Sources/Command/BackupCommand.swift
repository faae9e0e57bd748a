import ArgumentParser
import Console
import Foundation

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Write a consistent copy of the database while the console goes on."
    )

    @OptionGroup var place: Place
    @Argument(help: "The file to write; must not exist.") var path: String

    func run() async throws {
        let absolute = URL(fileURLWithPath: path).path
        try await place.run(.backUp(to: absolute), as: [String: String].self) { _ in "wrote \(absolute)" }
    }
}

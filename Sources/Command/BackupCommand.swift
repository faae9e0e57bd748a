import ArgumentParser
import Console
import Foundation

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Write everything the console needs to come back into a new directory, while it goes on.",
        discussion: """
            The directory holds database.sqlite (of either engine), objects, raw lines, console.conf, and manifest.json with the size and SHA-256 of \
            each. secret.key is in it only with --with-key: without that key nothing that was sealed can be read, so keep it somewhere else.
            """
    )

    @OptionGroup var place: Place
    @Argument(help: "The directory to make; must not exist.") var path: String
    @Flag(help: "Put secret.key into the backup; whoever has the backup can read every secret then.") var withKey = false
    @Flag(help: "Leave objects out, because their store is saved by other means.") var withoutObjects = false

    func run() async throws {
        let order = MovingBackupOrder(path: URL(fileURLWithPath: path).path, withKey: withKey, withoutObjects: withoutObjects)
        try await place.follow(.backUp(order), as: MovingBackupReport.self) { report in
            if !report.hasKey { tell("secret.key is not in the backup: keep a copy of it elsewhere") }
            if let store = report.objectsLeftIn { tell("objects are not in the backup: they are in \(store)") }
            return "wrote \(report.path): \(report.rows) rows, \(report.files) files, \(report.bytes) bytes"
        }
    }
}

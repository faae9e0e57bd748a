import Logging
import Storage

extension Server {
    /// How long a database server that is away is waited for: it may be starting too, or another one is taking over.
    private static let databasePatience = Duration.seconds(60)

    /// - Throws: `StorageError.unavailable` when the server stays away; then `serve` ends with that sentence, and whoever keeps it running starts it
    ///   again.
    static func openDatabase(_ settings: Settings, _ directory: DataDirectory, _ synchronous: Database.Synchronous) async throws -> Database {
        guard let url = settings.database else {
            try MovedNote.check(settings.data)
            return try Database(path: directory.file("console.sqlite"), synchronous: synchronous)
        }
        let end = ContinuousClock.now + databasePatience
        while true {
            do {
                return try await Database(postgres: url, application: "console \(settings.nodeName)")
            } catch StorageError.unavailable(let reason) {
                guard ContinuousClock.now < end else { throw StorageError.unavailable("\(reason) (waited \(databasePatience) for the database)") }
                Logger(label: "console").warning("waiting for the database", metadata: ["reason": "\(reason)"])
                try await Task.sleep(for: .seconds(2))
            }
        }
    }
}

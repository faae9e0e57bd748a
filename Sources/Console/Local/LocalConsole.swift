import Foundation
import Storage

/// A console for one command: the running one when there is one, otherwise one opened for the purpose.
public enum LocalConsole {
    public static func run(_ command: LocalCommand, _ settings: Settings) async throws -> LocalOutcome {
        do {
            return try await Server(settings: settings).outcome(of: command)
        } catch StorageError.inUse {
            return try await LocalSocket.ask(DataDirectory.socket(in: settings.data), command)
        }
    }

    /// - Returns: the names of the migrations applied now.
    public static func migrate(_ settings: Settings) async throws -> [String] {
        let directory = try DataDirectory(settings.data)
        defer { withExtendedLifetime(directory) {} }
        let database = try Database(path: directory.file("console.sqlite"))
        defer { try? database.close() }
        return try await database.migrate(Schema.migrations)
    }
}

extension DataDirectory {
    /// Where a running console listens for the command line.
    static func socket(in path: String) -> String {
        URL(fileURLWithPath: path).path + "/console.sock"
    }
}

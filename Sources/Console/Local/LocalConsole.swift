import Foundation
import Storage

/// A console for one command: the running one when there is one, otherwise one opened for the purpose.
public enum LocalConsole {
    /// Runs a command to its end.
    public static func run(_ command: LocalCommand, _ settings: Settings) async throws -> LocalOutcome {
        try await door(settings)(command)
    }

    /// Runs a command that takes long, and tells a few times a second how far it is.
    public static func follow(_ command: LocalCommand, _ settings: Settings, _ tell: (MovingState) -> Void) async throws -> LocalOutcome {
        let ask = try await door(settings)
        if case .refused(let reason) = try await ask(command) { return .refused(reason) }
        var pause = Duration.milliseconds(20)
        while true {
            try await Task.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(300))
            guard case .done(let json) = try await ask(.work) else { return .refused("the console forgot what it was doing") }
            let state = try JSONDecoder().decode(MovingState.self, from: Data(json.utf8))
            tell(state)
            if let outcome = state.outcome { return outcome }
        }
    }

    private static func door(_ settings: Settings) async throws -> (LocalCommand) async throws -> LocalOutcome {
        do {
            let server = try await Server(settings: settings)
            return { await server.outcome(of: $0) }
        } catch StorageError.inUse {
            let socket = DataDirectory.socket(in: settings.data)
            return { try await LocalSocket.ask(socket, $0) }
        }
    }

    /// - Returns: the names of the migrations applied now.
    public static func migrate(_ settings: Settings) async throws -> [String] {
        let directory = try DataDirectory(settings.data)
        defer { withExtendedLifetime(directory) {} }
        let database = try await Server.openDatabase(settings, directory, .full)
        defer { try? database.close() }
        return try await database.migrate(Schema.migrations)
    }

    /// Gives a move to another database up. A console that is stopped has only the note of it.
    public static func stay(_ settings: Settings) async throws -> LocalOutcome {
        do {
            let directory = try DataDirectory(settings.data)
            defer { withExtendedLifetime(directory) {} }
            try MovedNote.remove(in: settings.data)
            return try LocalOutcome(done: ["database": directory.file("console.sqlite")])
        } catch StorageError.inUse {
            return try await LocalSocket.ask(DataDirectory.socket(in: settings.data), .stay)
        }
    }

    /// Looks at an installation: the running console at its own, otherwise from here.
    public static func doctor(_ settings: Settings, _ tell: (MovingState) -> Void) async throws -> DoctorReport {
        do {
            // One that is not there is a finding, and is not made.
            let directory = FileManager.default.fileExists(atPath: settings.data) ? try DataDirectory(settings.data, tightens: false) : nil
            defer { withExtendedLifetime(directory) {} }
            let (database, findings) = await Doctor.open(settings)
            defer { try? database?.close() }
            return DoctorReport(findings: findings + (try await Doctor(settings: settings, database: database).report(MovingProgress()).findings))
        } catch StorageError.inUse {
            return try answer(DoctorReport.self, try await follow(.doctor, settings, tell))
        }
    }

    /// How the database may be spread over servers.
    public static func spread(_ settings: Settings) async throws -> DoctorSpread {
        try answer(DoctorSpread.self, try await run(.spread, settings))
    }

    private static func answer<Value: Decodable>(_ type: Value.Type, _ outcome: LocalOutcome) throws -> Value {
        switch outcome {
        case .done(let json): return try JSONDecoder().decode(type, from: Data(json.utf8))
        case .refused(let reason): throw MovingError(reason)
        }
    }

    /// Puts a backup in place of what is there; no console may be running.
    /// - Parameter replaces: whether a PostgreSQL database that is not empty may be set aside.
    public static func restore(
        _ backup: String,
        _ settings: Settings,
        replaces: Bool,
        _ tell: @escaping @Sendable (MovingState) -> Void
    ) async throws -> LocalOutcome {
        let progress = MovingProgress()
        let telling = Task {
            while !Task.isCancelled {
                tell(progress.ask())
                try? await Task.sleep(for: .milliseconds(300))
            }
        }
        defer { telling.cancel() }
        do {
            return try LocalOutcome(done: try await MovingRestore(settings: settings, backup: backup, replaces: replaces, progress: progress).run())
        } catch {
            return LocalOutcome(refusing: error)
        }
    }
}

extension DataDirectory {
    /// Where a running console listens for the command line.
    static func socket(in path: String) -> String {
        URL(fileURLWithPath: path).path + "/console.sock"
    }
}

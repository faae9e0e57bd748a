import Foundation
import Web

/// What the command line asks of a console on the same machine. One process owns the data directory, so a command runs here
/// when no console is running, and in the running console when one is (over a socket in the data directory).
public enum LocalCommand: Codable, Sendable {
    case createAdmin(email: String, password: String)
    case resetPassword(email: String, password: String)
    case createToken(name: String, scopes: [Scope], app: String?, expiresInDays: Int?)
    case createApp(NewApp)
    case seed
    case unseed
    case rebuildTelemetry(app: String)
    /// Begins; the next two as well. How it goes on is asked with ``work``.
    case backUp(MovingBackupOrder)
    case migrate(MovingMigrationOrder)
    case doctor
    case spread
    case work
    /// Gives a move up, before or after it came to its end: the console takes everything again.
    case stay
}

/// What a command came to: a JSON document, or why not.
public enum LocalOutcome: Codable, Sendable, Equatable {
    case done(json: String)
    case refused(String)
}

extension LocalOutcome {
    /// - Parameter value: what comes of a command, times in it as RFC 3339.
    init(done value: any Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        self = .done(json: String(decoding: try encoder.encode(value), as: UTF8.self))
    }
}

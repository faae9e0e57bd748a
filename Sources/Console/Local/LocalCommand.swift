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
    case backUp(to: String)
}

/// What a command came to: a JSON document, or why not.
public enum LocalOutcome: Codable, Sendable {
    case done(json: String)
    case refused(String)
}

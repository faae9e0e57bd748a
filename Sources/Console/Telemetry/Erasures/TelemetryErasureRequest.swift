import Foundation
import Signing
import Storage
import Web

/// Somebody whose raw lines are to lose what tells of them, and what came of it.
struct TelemetryErasureRequest: Codable, Sendable {
    let id: String
    let field: Field
    /// SHA-256 in hex of field, line feed and value: the value itself is forgotten when this is done.
    let digest: String
    /// By the database's clock, like the next.
    let askedAt: Date
    let askedBy: String
    /// Null while it waits or is under way.
    let finishedAt: OrNull<Date>
    /// How many uploads were written anew, and lines in them.
    let uploads: Int
    let lines: Int
    /// Crash reports removed.
    let reports: Int

    enum Field: String, Codable, CaseIterable, Sendable, SQLConvertible {
        case user, device
    }

    /// What is asked for.
    struct Input: Codable, Sendable {
        let field: Field
        /// Exactly as in the lines.
        let value: String

        /// - Throws: `invalid`.
        func check() throws {
            guard (1...128).contains(value.utf8.count), value != "-" else { throw Problem.invalid("value", "telemetry.erasures.value") }
        }

        var digest: String { Hex.encode(Digest.sha256(Array("\(field.rawValue)\n\(value)".utf8))) }
    }
}

/// What is known of somebody before anything is erased: enough to see whether the name is the right one.
struct TelemetryErasurePreview: Codable, Sendable {
    let field: TelemetryErasureRequest.Field
    let value: String
    /// The time of the newest line that tells of them; nil when none does.
    let seenAt: Date?
    /// Crash reports that would go.
    let reports: Int
}

/// One that is not done yet.
struct TelemetryErasureTask: Sendable {
    let id: String
    let field: TelemetryErasureRequest.Field
    let value: String
}

/// All erasures of an app that are not done, one after the other.
struct TelemetryErasureJob: Codable, Sendable {
    let app: String
}

extension JobKind<TelemetryErasureJob> {
    static var telemetryErasure: Self { JobKind("telemetry.erase") }
}

/// What one look at an installation found.
public struct DoctorFinding: Codable, Sendable, Equatable {
    public enum State: String, Codable, Sendable {
        case ok
        /// Works, but not as it should for long.
        case warn
        case fail
    }

    /// A word for scripts: `disk`, `key`, `database.fsync`.
    public let name: String
    public let state: State
    /// What is so.
    public let finding: String
    /// What to do; nil when nothing is to be done.
    public let remedy: String?

    static func ok(_ name: String, _ finding: String, note: String? = nil) -> Self { Self(name: name, state: .ok, finding: finding, remedy: note) }

    static func warn(_ name: String, _ finding: String, _ remedy: String) -> Self { Self(name: name, state: .warn, finding: finding, remedy: remedy) }

    static func fail(_ name: String, _ finding: String, _ remedy: String) -> Self { Self(name: name, state: .fail, finding: finding, remedy: remedy) }
}

/// Everything that was looked at.
public struct DoctorReport: Codable, Sendable, Equatable {
    public let findings: [DoctorFinding]

    /// Whether nothing failed.
    public var isWell: Bool { !findings.contains { $0.state == .fail } }
}

import Foundation

/// Which entries of the log to show; nil asks for all.
struct AuditFilter: Sendable {
    /// Part of the name or e-mail of who did it, or their id.
    var who: String?
    var action: String?
    /// One of these.
    var actions: [String]?
    var object: String?
    var app: String?
    /// Of one of these.
    var apps: [String]?
    /// Leaves out what left its object in one of these states.
    var exceptStates: [String] = []
    var from: Date?
    /// Not included.
    var to: Date?
}

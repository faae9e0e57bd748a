import Foundation

/// Which entries of the log to show; nil asks for all.
struct AuditFilter: Sendable {
    /// Part of the name or e-mail of who did it, or their id.
    var who: String?
    var action: String?
    var object: String?
    var app: String?
    var from: Date?
    /// Not included.
    var to: Date?
}

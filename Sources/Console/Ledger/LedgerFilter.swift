import Foundation

/// Which changes to show; nil asks for all.
struct LedgerFilter: Sendable {
    /// Nil for every app, and for what belongs to none.
    var apps: [String]?
    /// Whether accounts, roles and tokens may be seen.
    var roles = false
    var kind: LedgerKind?
    /// Part of what was changed: a name, a version, an id.
    var object: String?
    /// Part of the name or e-mail of who did it, or their id.
    var who: String?
    var from: Date?
    /// Not included.
    var to: Date?
    /// Only what devices come to feel.
    var reachingDevices = false
    /// Whether diagnosis tasks are among the changes.
    var withTasks = true

    /// States that a change may leave things in, in which no device gets anything of it yet.
    static let waiting = ["asked", "draft"]

    /// The same, asked of the audit log.
    var audited: AuditFilter {
        AuditFilter(
            who: who,
            actions: LedgerActions.names(of: kind, reachingDevices: reachingDevices, roles: roles, tasks: withTasks),
            object: object,
            apps: apps,
            exceptStates: reachingDevices ? Self.waiting : [],
            from: from,
            to: to
        )
    }
}

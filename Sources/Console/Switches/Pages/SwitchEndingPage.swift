import Web

/// What is lost with a draft that somebody gives up: `Views/Switches/ending`.
struct SwitchEndingPage: Codable, Sendable {
    let key: String
    let state: SwitchState
    let revision: Int
    /// What the draft changes; empty without one.
    let diffs: [SwitchDiff]
    /// It was never published: nothing is left of it.
    let isNew: Bool
    /// The end of the switch may be drafted instead.
    let mayDelete: Bool

    init(_ found: Switch) {
        key = found.key
        state = found.state
        revision = found.revision
        let drafted = found.state == .deleted ? nil : found.definition
        let change = SwitchChange(key: found.key, before: found.published.value, after: drafted, editedBy: found.editedBy)
        diffs = found.state == .published ? [] : [SwitchDiff(change)]
        isNew = found.state == .new
        mayDelete = found.state == .changed
    }
}

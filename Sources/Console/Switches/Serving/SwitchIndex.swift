import Synchronization

/// What devices of every app get, in memory and written ahead: no SQL on a device's way.
final class SwitchIndex: Sendable {
    private let answers = Mutex<[String: SwitchAnswers]>([:])

    /// nil for an app that has published nothing.
    func answers(_ app: String) -> SwitchAnswers? {
        answers.withLock { $0[app] }
    }

    /// Of two publications that end at once the later one stays.
    func replace(_ app: String, _ edition: SwitchEdition) {
        let new = SwitchAnswers(edition)
        answers.withLock { if ($0[app]?.number ?? 0) < new.number { $0[app] = new } }
    }

    func remove(_ app: String) {
        answers.withLock { _ = $0.removeValue(forKey: app) }
    }
}

/// All that is published of an app.
struct SwitchEdition: Sendable {
    /// The last publication's.
    let number: Int
    let definitions: [(key: String, definition: SwitchDefinition)]
}

import Synchronization

/// What is true of the running app now, shared by all parts of a ``MainSite``: its user and its device, and the lines they make.
final class MainSiteApp: Sendable {
    private let state: Mutex<LogLineBuilder>

    init(_ lines: LogLineBuilder) {
        state = Mutex(lines)
    }

    var lines: LogLineBuilder { state.withLock { $0 } }

    func change<Outcome: Sendable>(_ change: @Sendable (inout LogLineBuilder) -> Outcome) -> Outcome {
        state.withLock { change(&$0) }
    }
}

import Synchronization

/// The log-in of the app's user, shared by all copies of a client. Kept in memory only: where to keep it longer (a key chain) is the app's choice.
public final class GatewaySession: Sendable {
    private let kept: Mutex<String?>

    /// - Parameter id: of an earlier run, if the app kept it.
    public init(id: String? = nil) {
        kept = Mutex(id)
    }

    /// The header `sessionId` of every call, as the log-in's result gave it; `nil` for nobody.
    public var id: String? {
        get { kept.withLock { $0 } }
        set { kept.withLock { $0 = newValue } }
    }

    /// Forgets a session that the gateway called expired, unless there is a new one by now.
    func expire(_ id: String?) {
        kept.withLock { if $0 == id { $0 = nil } }
    }
}

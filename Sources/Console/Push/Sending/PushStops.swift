import Synchronization

/// Messages that were stopped on this node a short while ago: what a sender has taken of them already, and not yet asked a service for, is not sent.
final class PushStops: Sendable {
    private let known = Mutex<[PushSendableKey]>([])

    /// Deliveries are taken seconds before they are sent at most; this many messages are not stopped in that time.
    private static let most = 1_000

    func note(_ app: String, _ messages: [String]) {
        known.withLock { known in
            known += messages.map { PushSendableKey(app: app, message: $0) }
            known.removeFirst(max(0, known.count - Self.most))
        }
    }

    func holds(_ claim: PushClaim) -> Bool {
        known.withLock { known in !known.isEmpty && known.contains(PushSendableKey(app: claim.app, message: claim.message)) }
    }
}

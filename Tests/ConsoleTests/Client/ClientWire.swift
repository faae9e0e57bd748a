import Foundation
import MainSiteClient
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The real network, which loses answers when a test says so.
final class ClientWire: Sendable {
    private let losses = Mutex(0)

    /// The next answers that arrive at the device never do; the console has got the requests.
    func loseAnswers(_ count: Int) {
        losses.withLock { $0 = count }
    }

    var send: Send {
        { request in
            let answer = try await Transport.urlSession(request)
            let isLost = self.losses.withLock { left in
                defer { left = max(0, left - 1) }
                return left > 0
            }
            if isLost { throw URLError(.networkConnectionLost) }
            return answer
        }
    }
}

import Foundation
import Storage
import Web

/// How long it is known which device got what, and the end of an app's messages. Messages and their figures stay.
extension PushMessages {
    /// Days after which the deliveries of a message that is over are forgotten; longer than any cap looks back.
    static let kept = 90
    /// Rows of one transaction.
    private static let piece = 2_000

    /// Forgets deliveries of messages that have been over for ``kept`` days, a bounded step at a time.
    @Sendable func purge() async throws {
        let end = clock.now.addingTimeInterval(-Double(Self.kept) * 86_400)
        for key in try await database.read({ try $0.endedPushMessages(before: end, limit: 200) }) {
            try await clear(key.app, key.message)
        }
    }

    /// Removes all of an app that is deleted; nothing of it is sent from the first moment on.
    func erase(_ app: String) async throws {
        let messages = try await database.write { connection in
            try connection.closePushMessages(of: app)
            return try connection.pushMessageIds(of: app)
        }
        for message in messages { try await clear(app, message) }
        try await database.write { try $0.deletePushMessages(of: app) }
    }

    private func clear(_ app: String, _ message: String) async throws {
        var deleted = 0
        repeat {
            deleted = try await database.write { try $0.deletePushDeliveries(app, message, limit: Self.piece) }
        } while deleted == Self.piece
    }
}

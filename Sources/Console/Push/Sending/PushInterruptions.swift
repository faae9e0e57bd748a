import Foundation
import Storage

/// Decides what becomes of deliveries that a sender was about to send when its node ended: they are `unknown`, and never sent again. Whether the
/// service took them nobody can say; a report of the device may still tell.
struct PushInterruptions: Sendable {
    let database: Database
    /// This node's.
    let lease: String
    let clock: Clock

    /// Under a lease, every few seconds.
    func tick() async throws {
        let (now, own) = (clock.now, lease)
        // One process at a time has a SQLite database: whoever wrote down the others is gone.
        let isAlone = database.kind == .sqlite
        try await database.write(.readCommitted) { connection in
            let alive = isAlone ? [] : try connection.nodes(at: try connection.now()).filter { $0.state == .alive }.map(\.id)
            try connection.giveUpPush(besides: alive + [own], at: now)
        }
    }
}

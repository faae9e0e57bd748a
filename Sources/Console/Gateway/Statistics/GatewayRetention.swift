import Foundation
import Storage

/// Takes away what is no longer kept, a bounded step at a time.
struct GatewayRetention: Sendable {
    let database: Database
    let clock: Clock

    /// Days that calls are counted back; a secret's overlap is no longer.
    static let days = 90
    /// Rows of each table in one step, which holds the writer up for some tens of milliseconds.
    static let step = 5_000

    /// Called each minute: one step of every table for every app, and of failures as many as it takes.
    func tick() async throws {
        let now = clock.now
        // Of nodes that are gone; one that lives remembers its last.
        try await database.write { try $0.deleteGatewayBatches(before: now.addingTimeInterval(-86_400)) }
        let day = now.milliseconds / 86_400_000 - Self.days
        for app in try await database.read({ try $0.allAppIDs() }) {
            try await database.write { try $0.deleteGatewayRows(of: app, before: day, count: Self.step) }
            try await trimFailures(of: app)
        }
    }

    /// A thousand new ones a second can come.
    private func trimFailures(of app: String) async throws {
        var deleted = Self.step
        while deleted == Self.step, !Task.isCancelled {
            deleted = try await database.write { try $0.deleteFailures(of: app, but: GatewayLatestFailures.limit, count: Self.step) }
        }
    }
}

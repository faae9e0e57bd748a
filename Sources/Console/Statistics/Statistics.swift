import Foundation
import Storage

/// The figures of apps, read from the roll-ups: what a question costs depends on the range asked for, never on how many lines were received.
///
/// Each verb is one consistent read.
public struct Statistics: Sendable {
    let database: Database
    let clock: Clock
    let memory = StatisticsMemory()
    /// Of days, on each of which a platform's devices are counted by themselves.
    let dayMemory = StatisticsMemory()

    public init(database: Database, clock: Clock = .system) {
        self.database = database
        self.clock = clock
    }

    /// Versions with the first day each was seen, counted from 1970-01-01 in the app's zone.
    func firstDays(_ filter: StatisticsFilter) async throws -> [String: Int] {
        try await database.read { try $0.firstDays(of: filter) }
    }

    /// Versions that a search looks for.
    /// - Parameter limit: hits of each app at most.
    @Sendable func find(_ text: SearchText, apps: [String], limit: Int) async throws -> [SearchHit] {
        try await database.read { try $0.foundVersions(text, apps, limit) }
    }
}

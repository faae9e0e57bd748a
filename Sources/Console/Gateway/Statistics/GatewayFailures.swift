import Foundation
import Storage
import Web

/// A call that was not answered with 1000.
struct GatewayFailure: Codable, Sendable, Equatable {
    let id: String
    let at: Date
    /// `unknown` for a name that the console does not know.
    let operation: String
    let platform: Platform
    /// As the device said it.
    let version: String
    let device: String
    let status: Int
    /// What was wrong.
    let reason: String
}

/// Which failures a list shows.
struct GatewayFailureFilter: Sendable {
    var operation: String?
    var status: GatewayStatus?
    var device: String?
}

extension GatewayStatistics {
    /// Among the latest 1,000 of the app, newest first.
    func failures(of app: String, _ filter: GatewayFailureFilter, _ place: ListPlace) async throws -> List<GatewayFailure> {
        try await database.read { connection in
            let oldest = try connection.oldestFailure(of: app, among: GatewayLatestFailures.limit)
            let rows = try connection.failures(of: app, filter, since: oldest, before: place.cursor, limit: place.limit + 1)
            let total = try connection.countFailures(of: app, filter, since: oldest)
            return place.page(rows, total: total) { Cursor($0.at, $0.id) }
        }
    }

    /// The operations that are among the latest 1,000.
    func failedOperations(of app: String) async throws -> [String] {
        try await database.read { connection in
            try connection.failedOperations(of: app, since: try connection.oldestFailure(of: app, among: GatewayLatestFailures.limit))
        }
    }
}

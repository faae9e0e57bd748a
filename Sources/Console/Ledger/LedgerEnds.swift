import Foundation
import Storage

/// The end of something that its room said beforehand: time passes it, and nobody's verb would tell the ledger.
struct LedgerEnd: Sendable {
    /// As in the audit log, e.g. `update.expire`.
    let action: String
    let app: String
    /// As its room writes it into the log.
    let object: String
    let at: Date
    /// What the ledger says beside.
    let values: [String: String]
}

/// Writes such ends into the audit log, by the console itself, so that they are in the ledger, on charts and in webhooks as every other change.
struct LedgerEnds: Sendable {
    let database: Database
    let audit: Audit
    let clock: Clock
    /// Each room's ends within a range, the later end of it included.
    let rooms: [@Sendable (Connection, _ after: Date, _ to: Date) throws -> [LedgerEnd]]

    /// How long a console may have been down without missing one.
    static let lookBack: TimeInterval = 7 * 86_400

    /// Every 10 seconds, on one node. An end is written once: that its entry is there is all there is to remember.
    func tick() async throws {
        guard try await !database.read(missing).isEmpty else { return }
        try await database.write { connection in
            for end in try missing(connection) {
                let values = end.values.merging(["endsAt": end.at.ISO8601Format()]) { $1 }
                try audit.record(connection, by: .console, end.action, app: end.app, object: end.object, after: values)
            }
        }
    }

    @Sendable private func missing(_ connection: Connection) throws -> [LedgerEnd] {
        let now = clock.now
        let ends = try rooms.flatMap { try $0(connection, now.addingTimeInterval(-Self.lookBack), now) }
        guard let first = ends.map(\.at).min() else { return [] }
        // All at once: an app that gives each user a dot of their own has thousands that end.
        let records = try connection.lastAuditRecords(of: Set(ends.map(\.action)).sorted(), since: first)
        let told = Dictionary(records.map { ([$0.action, $0.app, $0.object], $0.at) }) { max($0, $1) }
        return ends.filter { end in told[[end.action, end.app, end.object]].map { $0 < end.at } ?? true }
    }
}

import Foundation
import Storage
import Web

/// The audit log as operators read it: only what changed, each entry with its kind, its audience and the page that it is seen on.
///
/// Nothing is kept twice. What rooms record in the transaction of a change is all there is to say about it.
struct Ledger: Sendable {
    let database: Database

    /// Newest first.
    func list(_ filter: LedgerFilter, _ place: ListPlace) async throws -> List<LedgerChange> {
        let asked = filter.audited
        return try await database.read { connection in
            let records = try connection.auditRecords(asked, before: place.cursor, limit: place.limit + 1)
            let page = try place.page(records, total: connection.countAuditRecords(asked)) { Cursor($0.at, $0.id) }
            return List(items: page.items.compactMap(LedgerChange.init), next: page.next.value, total: page.total)
        }
    }

    /// Newest first; accounts, roles and tokens are left out.
    /// - Parameters:
    ///   - to: not included.
    ///   - reachingDevices: only what devices come to feel.
    func changes(of apps: [String], from: Date, to: Date, reachingDevices: Bool, limit: Int) async throws -> [LedgerChange] {
        let asked = LedgerFilter(apps: apps, from: from, to: to, reachingDevices: reachingDevices).audited
        return try await database.read { try $0.auditRecords(asked, limit: limit) }.compactMap(LedgerChange.init)
    }
}

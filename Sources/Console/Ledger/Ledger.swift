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

    /// What devices came to feel, newest first. Tasks that ask single devices for their log are left out: nothing changes by them that a curve could
    /// show, and rules make many.
    /// - Parameter to: not included.
    func felt(in apps: [String], from: Date, to: Date, limit: Int) async throws -> [LedgerChange] {
        let asked = LedgerFilter(apps: apps, from: from, to: to, reachingDevices: true, withTasks: false).audited
        return try await database.read { try $0.auditRecords(asked, limit: limit) }.compactMap(LedgerChange.init)
    }
}

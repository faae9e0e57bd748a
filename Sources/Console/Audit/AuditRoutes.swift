import Foundation
import Hummingbird
import Storage
import Web

/// The log of changes, for administrators: as a page, as JSON and as a table for spreadsheets.
struct AuditRoutes: Sendable {
    let database: Database

    func add(to routes: Routes) throws {
        try routes.get("audit", "List changes, newest first.", needs: .role(.admin), view: "Audit/list", menu: .under(.settings, "audit.menu"), list)
        try routes.stream("audit.csv", "The same as CSV, at most 10,000 changes.", needs: .role(.admin), produces: "text/csv", export)
    }

    struct Query: Codable, Sendable {
        /// Part of the name or e-mail, or the id.
        let who: String?
        /// E.g. `app.create`.
        let action: String?
        /// Part of what was changed.
        let object: String?
        let app: String?
        /// `yyyy-MM-dd`, `yyyy-MM-dd HH:mm`, or RFC 3339.
        let from: String?
        /// As `from`; a day alone includes it.
        let to: String?
        let limit: Int?
        let cursor: String?
    }

    @Sendable func list(_ query: Query, _ context: Context) async throws -> Reply<List<AuditRecord>, AuditPage> {
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let filter = try AuditFilter(query, zone: context.reader.zone)
        let (records, total, actions) = try await database.read { connection in
            let before = place.cursor.map { (at: $0.number, id: $0.id) }
            let records = try connection.auditRecords(filter, before: before, limit: place.limit + 1)
            return (records, try connection.countAuditRecords(filter), try connection.auditActions())
        }
        let list = place.page(records, total: total) { Cursor($0.at, $0.id) }
        return .show(list) { AuditPage(query, list, actions: actions, place, context) }
    }

    @Sendable func export(_: Request, _ context: Context) async throws -> Response {
        let filter = try AuditFilter(Query(context.query), zone: context.reader.zone)
        let records = try await database.read { try $0.auditRecords(filter, limit: 10_000) }
        var table = CSV(["time", "actor", "address", "action", "app", "object", "before", "after", "requestId"])
        for record in records {
            table.append([
                LocalTime(record.at, context.reader.zone).iso, record.actorName, record.address, record.action, record.app ?? "", record.object,
                record.before.sentence, record.after.sentence, record.requestID,
            ])
        }
        return table.response(name: "audit.csv")
    }
}

extension AuditRoutes.Query {
    fileprivate init(_ form: Form) {
        self.init(
            who: form["who"],
            action: form["action"],
            object: form["object"],
            app: form["app"],
            from: form["from"],
            to: form["to"],
            limit: nil,
            cursor: nil
        )
    }
}

extension AuditFilter {
    fileprivate init(_ query: AuditRoutes.Query, zone: TimeZone) throws {
        func given(_ text: String?) -> String? {
            text.map { $0.trimmingCharacters(in: .whitespaces) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        self.init(
            who: given(query.who),
            action: given(query.action),
            object: given(query.object),
            app: given(query.app),
            from: try AuditTime.read(query.from, "from", zone: zone),
            to: try AuditTime.read(query.to, "to", zone: zone, end: true)
        )
    }
}

extension [String: String] {
    /// `name=value` in the order of names, for one cell of a table.
    fileprivate var sentence: String {
        sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
    }
}

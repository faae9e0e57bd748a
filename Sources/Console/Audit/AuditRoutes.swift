import Foundation
import Hummingbird
import Web

/// The log of changes, for administrators: as a page, as JSON and as a table for spreadsheets.
struct AuditRoutes: Sendable {
    let log: AuditLog

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
        /// As ``Moment`` reads it.
        let from: String?
        /// As `from`; a day alone includes it.
        let to: String?
        let limit: Int?
        let cursor: String?
    }

    @Sendable func list(_ query: Query, _ context: Context) async throws -> Reply<List<AuditRecord>, AuditPage> {
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let list = try await log.list(try AuditFilter(query, context.reader), place)
        return .show(list) { AuditPage(query, list, actions: try await log.actions(), place, context) }
    }

    @Sendable func export(_: Request, _ context: Context) async throws -> Response {
        let records = try await log.export(try AuditFilter(Query(context.query), context.reader))
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
    fileprivate init(_ query: AuditRoutes.Query, _ reader: Reader) throws {
        self.init(
            who: query.who?.given,
            action: query.action?.given,
            object: query.object?.given,
            app: query.app?.given,
            from: try Moment.read(query.from?.given, "from", reader),
            to: try Moment.read(query.to?.given, "to", reader, isEnd: true)
        )
    }
}

extension [String: String] {
    /// `name=value` in the order of names, for one cell of a table.
    fileprivate var sentence: String {
        sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
    }
}

import Foundation
import Storage
import Web

extension Connection {
    /// The oldest of so many of the latest failures; nil when there are fewer. More than are shown wait to be deleted.
    func oldestFailure(of app: String, among count: Int) throws -> Cursor? {
        try first("SELECT at, id FROM gateway_failure WHERE app_id = \(app) ORDER BY at DESC, id DESC LIMIT 1 OFFSET \(count - 1)") {
            Cursor(try $0[0] as Int, try $0[1])
        }
    }

    /// Newest first.
    /// - Parameters:
    ///   - oldest: the last one that is looked at.
    ///   - last: the last one already shown.
    func failures(
        of app: String,
        _ filter: GatewayFailureFilter,
        since oldest: Cursor?,
        before last: Cursor?,
        limit: Int
    ) throws -> [GatewayFailure] {
        let rest: SQL = last.map { "(at, id) < (\($0.number), \($0.id))" } ?? "1 = 1"
        return try all(
            """
            SELECT id, at, operation, platform, version, device, status, reason FROM gateway_failure
            WHERE \(filter.condition(app, since: oldest)) AND \(rest) ORDER BY at DESC, id DESC LIMIT \(limit)
            """,
            GatewayFailure.init
        )
    }

    func countFailures(of app: String, _ filter: GatewayFailureFilter, since oldest: Cursor?) throws -> Int {
        try value("SELECT count(*) FROM gateway_failure WHERE \(filter.condition(app, since: oldest))") ?? 0
    }

    func failedOperations(of app: String, since oldest: Cursor?) throws -> [String] {
        let all = GatewayFailureFilter().condition(app, since: oldest)
        return try self.all("SELECT DISTINCT operation FROM gateway_failure WHERE \(all) ORDER BY operation") { try $0[0] }
    }
}

extension GatewayFailureFilter {
    fileprivate func condition(_ app: String, since oldest: Cursor?) -> SQL {
        var conditions: [SQL] = ["app_id = \(app)"]
        if let oldest { conditions.append("(at, id) >= (\(oldest.number), \(oldest.id))") }
        if let operation { conditions.append("operation = \(operation)") }
        if let status { conditions.append("status = \(status.rawValue)") }
        if let device { conditions.append("device = \(device)") }
        return .all(conditions)
    }
}

extension GatewayFailure {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row[0],
            at: try row[1],
            operation: try row[2],
            platform: try row[3],
            version: try row[4],
            device: try row[5],
            status: try row[6],
            reason: try row[7]
        )
    }
}

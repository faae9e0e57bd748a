import Foundation
import Signing
import Storage

/// Adding what was counted to the roll-ups.
extension Connection {
    /// Nothing of a batch that was added before.
    func add(_ batch: GatewayBatch, at time: Date) throws {
        guard try run("INSERT INTO gateway_batch (id, at) VALUES (\(batch.id), \(time)) ON CONFLICT (id) DO NOTHING") > 0 else { return }
        try run("DELETE FROM gateway_batch WHERE id IN (\(SQL.list(batch.written)))")
        try add(batch.sums)
    }

    /// Leaves out apps that are gone, or are about to: what were written after their erasure, another app of the name would inherit.
    private func add(_ sums: GatewaySums) throws {
        let named = Set(sums.cells.keys.map(\.app)).union(sums.failures.keys).union(sums.oldSecrets.keys.map(\.app)).sorted()
        // Locked, so that none is archived, and erased, between being found here and the commit.
        let living: SQL = "SELECT id FROM app WHERE archived_at IS NULL AND id IN (\(SQL.list(named))) ORDER BY id {for share}"
        let apps = Set(try all(living) { try $0[0] as String })
        try merge(sums.sumRows(of: apps, width: 1).map(\.values), into: .gatewayMinute)
        try merge(sums.sumRows(of: apps, width: 15).map(\.values), into: .gatewayQuarter)
        try merge(sums.durationRows(of: apps).map(\.values), into: .gatewayDuration)
        try addOldSecrets(sums.oldSecrets.filter { apps.contains($0.key.app) })
        for (app, failures) in sums.failures.sorted(by: { $0.key < $1.key }) where apps.contains(app) { try addFailures(failures.all, of: app) }
    }

    private func addOldSecrets(_ calls: [GatewaySums.OldSecret: Int]) throws {
        guard !calls.isEmpty else { return }
        let upsert = try prepare(
            """
            INSERT INTO gateway_old_secret (app_id, platform, version, day, calls) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (app_id, platform, version, day) DO UPDATE SET calls = gateway_old_secret.calls + excluded.calls
            """
        )
        for (key, calls) in calls.sorted(by: { $0.key < $1.key }) { try upsert.run(key.app, key.platform, key.version, key.day, calls) }
    }

    /// The ids rise within a transaction, because the list is read by time and id, and many calls fail in one millisecond.
    private func addFailures(_ records: [GatewayRecord], of app: String) throws {
        let insert = try prepare(
            """
            INSERT INTO gateway_failure (app_id, at, id, operation, platform, version, device, status, reason)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        for (place, record) in records.enumerated() {
            let id = Hex.encode([UInt8(place >> 8 & 0xFF), UInt8(place & 0xFF)]) + Random.hex(8)
            try insert.run(
                app,
                record.at,
                id,
                record.operation,
                record.platform,
                record.version,
                record.device,
                record.status.rawValue,
                record.reason
            )
        }
    }
}

extension BulkTable {
    fileprivate static let gatewayMinute = gatewaySums("gateway_minute", time: "minute")
    fileprivate static let gatewayQuarter = gatewaySums("gateway_quarter", time: "quarter")

    private static func gatewaySums(_ name: String, time: String) -> BulkTable {
        let key = [
            Column("app_id", .text), Column(time, .integer), Column("operation", .text), Column("platform", .text), Column("version", .text),
            Column("status", .integer),
        ]
        let sums = ["calls", "gateway_us", "upstream_us", "request_bytes", "response_bytes"]
        return BulkTable(name, key + sums.map { Column($0, .integer) }, key: key.map(\.name), conflict: .add(sums))
    }

    fileprivate static let gatewayDuration = {
        let key = [
            Column("app_id", .text), Column("quarter", .integer), Column("operation", .text), Column("platform", .text), Column("version", .text),
            Column("part", .text), Column("bucket", .integer),
        ]
        return BulkTable("gateway_duration", key + [Column("calls", .integer)], key: key.map(\.name), conflict: .add(["calls"]))
    }()
}

extension GatewaySumRow {
    fileprivate var values: [SQLValue] {
        let figures = [sum.calls, sum.gatewayMicroseconds, sum.upstreamMicroseconds, sum.requestBytes, sum.responseBytes]
        return [app.sqlValue, time.sqlValue] + cell.values + [status.sqlValue] + figures.map(\.sqlValue)
    }
}

extension GatewayDurationRow {
    fileprivate var values: [SQLValue] {
        [app.sqlValue, quarter.sqlValue] + cell.values + [part.sqlValue, bucket.sqlValue, calls.sqlValue]
    }
}

extension GatewayCell {
    fileprivate var values: [SQLValue] { [operation.sqlValue, platform.sqlValue, version.sqlValue] }
}

extension GatewaySums.OldSecret: Comparable {
    static func < (one: Self, other: Self) -> Bool {
        (one.app, one.platform.rawValue, one.version, one.day) < (other.app, other.platform.rawValue, other.version, other.day)
    }
}

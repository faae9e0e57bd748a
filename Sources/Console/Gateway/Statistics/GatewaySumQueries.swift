import Foundation
import Signing
import Storage

/// Adding what was counted to the roll-ups.
extension Connection {
    /// Leaves out apps that are gone, or are about to: what were written after their erasure, another app of the name would inherit.
    func add(_ sums: GatewaySums) throws {
        let apps = Set(try all("SELECT id FROM app WHERE archived_at IS NULL") { try $0[0] as String })
        try addMinutes(sums.sumRows(of: apps, width: 1))
        try addQuarters(sums.sumRows(of: apps, width: 15))
        try addDurations(sums.durationRows(of: apps))
        try addOldSecrets(sums.oldSecrets.filter { apps.contains($0.key.app) })
        for (app, failures) in sums.failures.sorted(by: { $0.key < $1.key }) where apps.contains(app) { try addFailures(failures.all, of: app) }
    }

    private func addMinutes(_ rows: [GatewaySumRow]) throws {
        let upsert = try prepare(
            """
            INSERT INTO gateway_minute (
                app_id, minute, operation, platform, version, status, calls, gateway_us, upstream_us, request_bytes, response_bytes
            ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (app_id, minute, operation, platform, version, status) DO UPDATE SET
            calls = gateway_minute.calls + excluded.calls, gateway_us = gateway_minute.gateway_us + excluded.gateway_us,
            upstream_us = gateway_minute.upstream_us + excluded.upstream_us,
            request_bytes = gateway_minute.request_bytes + excluded.request_bytes,
            response_bytes = gateway_minute.response_bytes + excluded.response_bytes
            """
        )
        for row in rows { try row.write(with: upsert) }
    }

    private func addQuarters(_ rows: [GatewaySumRow]) throws {
        let upsert = try prepare(
            """
            INSERT INTO gateway_quarter (
                app_id, quarter, operation, platform, version, status, calls, gateway_us, upstream_us, request_bytes, response_bytes
            ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (app_id, quarter, operation, platform, version, status) DO UPDATE SET
            calls = gateway_quarter.calls + excluded.calls, gateway_us = gateway_quarter.gateway_us + excluded.gateway_us,
            upstream_us = gateway_quarter.upstream_us + excluded.upstream_us,
            request_bytes = gateway_quarter.request_bytes + excluded.request_bytes,
            response_bytes = gateway_quarter.response_bytes + excluded.response_bytes
            """
        )
        for row in rows { try row.write(with: upsert) }
    }

    private func addDurations(_ rows: [GatewayDurationRow]) throws {
        let upsert = try prepare(
            """
            INSERT INTO gateway_duration (app_id, quarter, operation, platform, version, part, bucket, calls) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (app_id, quarter, operation, platform, version, part, bucket) DO UPDATE SET
            calls = gateway_duration.calls + excluded.calls
            """
        )
        for row in rows {
            try upsert.run(row.app, row.quarter, row.cell.operation, row.cell.platform, row.cell.version, row.part, row.bucket, row.calls)
        }
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

extension GatewaySumRow {
    fileprivate func write(with upsert: Statement) throws {
        try upsert.run(
            app,
            time,
            cell.operation,
            cell.platform,
            cell.version,
            status,
            sum.calls,
            sum.gatewayMicroseconds,
            sum.upstreamMicroseconds,
            sum.requestBytes,
            sum.responseBytes
        )
    }
}

extension GatewaySums.OldSecret: Comparable {
    static func < (one: Self, other: Self) -> Bool {
        (one.app, one.platform.rawValue, one.version, one.day) < (other.app, other.platform.rawValue, other.version, other.day)
    }
}

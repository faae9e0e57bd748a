import Foundation
import Storage

extension Connection {
    func hasHotpatchReport(_ key: HotpatchDeviceReport.Key) throws -> Bool {
        let found: Int? = try value(
            """
            SELECT 1 FROM hotpatch_report
            WHERE app_id = \(key.app) AND release_id = \(key.release) AND device = \(key.device) AND event = \(key.event)
            """
        )
        return found != nil
    }

    /// Each counts where it is new; those of a release that is gone are passed over.
    /// - Parameter reports: in the order of their keys.
    func insertHotpatchReports(_ reports: [HotpatchDeviceReport]) throws {
        var (new, gone) = ([HotpatchCount: Int](), Set<String>())
        for report in reports where !gone.contains(report.release) {
            guard try hasHotpatch(report.app, report.release) else {
                gone.insert(report.release)
                continue
            }
            let inserted = try run(
                """
                INSERT INTO hotpatch_report (app_id, release_id, device, event, at, code)
                VALUES (\(report.app), \(report.release), \(report.device), \(report.event), \(report.at), \(report.code))
                ON CONFLICT (app_id, release_id, device, event) DO NOTHING
                """
            )
            if inserted > 0 { new[HotpatchCount(app: report.app, release: report.release, event: report.event), default: 0] += 1 }
        }
        for (count, devices) in new.sorted(by: { $0.key < $1.key }) { try add(devices, count) }
    }

    private func hasHotpatch(_ app: String, _ id: String) throws -> Bool {
        try value("SELECT 1 FROM hotpatch_release WHERE app_id = \(app) AND id = \(id)", as: Int.self) != nil
    }

    private func add(_ devices: Int, _ count: HotpatchCount) throws {
        try run(
            """
            INSERT INTO hotpatch_tally (app_id, release_id, event, devices) VALUES (\(count.app), \(count.release), \(count.event), \(devices))
            ON CONFLICT (app_id, release_id, event) DO UPDATE SET devices = hotpatch_tally.devices + excluded.devices
            """
        )
    }

    func addHotpatchIgnored(_ ignored: [String: [HotpatchIgnored: Int]]) throws {
        for (app, reasons) in ignored.sorted(by: { $0.key < $1.key }) {
            guard try value("SELECT 1 FROM app WHERE id = \(app)", as: Int.self) != nil else { continue }
            for (reason, reports) in reasons.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                try run(
                    """
                    INSERT INTO hotpatch_ignored (app_id, reason, reports) VALUES (\(app), \(reason.rawValue), \(reports))
                    ON CONFLICT (app_id, reason) DO UPDATE SET reports = hotpatch_ignored.reports + excluded.reports
                    """
                )
            }
        }
    }

    /// By release.
    func hotpatchTallies(_ app: String, _ ids: [String]) throws -> [String: HotpatchTally] {
        var tallies: [String: HotpatchTally] = [:]
        let rows = try all("SELECT release_id, event, devices FROM hotpatch_tally WHERE app_id = \(app) AND release_id IN (\(SQL.list(ids)))") {
            row in
            (release: try row[0] as String, event: try row[1] as HotpatchDeviceReport.Event, devices: try row[2] as Int)
        }
        for row in rows { tallies[row.release, default: HotpatchTally()].set(row.event, row.devices) }
        return tallies
    }

    /// Reports that were not counted, by reason.
    func hotpatchIgnored(_ app: String) throws -> [String: Int] {
        let rows = try all("SELECT reason, reports FROM hotpatch_ignored WHERE app_id = \(app)") { (try $0[0] as String, try $0[1] as Int) }
        return Dictionary(rows) { first, _ in first }
    }

    /// Codes of failures, the most frequent first, at most so many.
    func hotpatchFailures(_ app: String, _ id: String, limit: Int) throws -> [HotpatchFailure] {
        try all(
            """
            SELECT code, count(*) AS devices FROM hotpatch_report WHERE app_id = \(app) AND release_id = \(id) AND event = 'failed'
            GROUP BY code ORDER BY devices DESC, code LIMIT \(limit)
            """
        ) { HotpatchFailure(code: try $0[0], devices: try $0[1]) }
    }
}

/// Devices that failed in the same way.
struct HotpatchFailure: Codable, Sendable, Equatable {
    let code: String
    let devices: Int
}

private struct HotpatchCount: Hashable, Comparable {
    let app: String
    let release: String
    let event: HotpatchDeviceReport.Event

    static func < (left: Self, right: Self) -> Bool {
        (left.app, left.release, left.event.rawValue) < (right.app, right.release, right.event.rawValue)
    }
}

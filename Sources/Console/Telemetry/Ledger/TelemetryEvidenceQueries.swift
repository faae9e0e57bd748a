import Foundation
import Storage

/// What is kept of an upload beside counts: crashes whole, and the lines that could not be read.
extension Connection {
    func insertCrashes(_ entry: TelemetryEntry) throws {
        guard !entry.reduction.crashes.isEmpty else { return }
        let insert = try prepare(
            """
            INSERT INTO crash (
                app_id, id, time, platform, version, device, user_id, foreground, model, os_version, network, channel, hotpatch, page,
                process, thread, kind, title, culprit, fingerprint, report
            ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        let rowID = entry.rowID
        for (index, crash) in entry.reduction.crashes.enumerated() {
            try insert.run(
                entry.app,
                "\(rowID)-\(index)",
                crash.time,
                entry.platform,
                crash.version,
                crash.device,
                crash.user,
                crash.isForeground,
                crash.model,
                crash.osVersion,
                crash.network,
                crash.channel,
                crash.hotpatch,
                crash.page,
                crash.process,
                crash.thread,
                crash.kind,
                crash.title,
                crash.culprit,
                crash.fingerprint,
                crash.report
            )
        }
    }

    /// Keeps the unreadable lines of an upload, unless the app has sent too many of them that day.
    func insertQuarantined(_ entry: TelemetryEntry) throws {
        guard !entry.reduction.quarantined.isEmpty else { return }
        let day = entry.upload.zone.day(at: entry.upload.receivedAt / 1_000)
        let room = max(0, TelemetryLimits.quarantinedADay - (try countQuarantined(entry.app, day: day)))
        let insert = try prepare(
            """
            INSERT INTO quarantine (app_id, id, received_at, platform, batch_id, device, reason, line) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        let rowID = entry.rowID
        for (index, line) in entry.reduction.quarantined.prefix(room).enumerated() {
            try insert.run(
                entry.app,
                "\(rowID)-\(index)",
                entry.upload.receivedAt,
                entry.platform,
                entry.batchID,
                entry.upload.device ?? "",
                line.reason.rawValue,
                line.line
            )
        }
    }

    private func countQuarantined(_ app: String, day: Int) throws -> Int {
        try value("SELECT CAST(COALESCE(SUM(lines), 0) AS INTEGER) FROM quarantine_day WHERE app_id = \(app) AND day = \(day)") ?? 0
    }
}

import Foundation
import Storage

/// What is kept of an upload beside counts: crashes whole, and the lines that could not be read.
extension Connection {
    /// A report that came again under its own id, when its upload was forgotten already, stays as it was.
    func insertCrashes(_ entries: [TelemetryEntry]) throws {
        let rows = entries.flatMap { entry -> [[SQLValue]] in
            guard !entry.reduction.crashes.isEmpty else { return [] }
            let rowID = entry.rowID
            return entry.reduction.crashes.enumerated().map { $1.row(entry, id: "\(rowID)-\($0)") }
        }
        guard !rows.isEmpty else { return }
        try add(rows, to: TelemetryTables.crash)
        try add(rows.map { [$0[0], $0[1], .integer(0)] }, to: TelemetryTables.crashUnread)
    }

    /// Keeps the unreadable lines of uploads, unless their app has sent too many of them that day.
    func insertQuarantined(_ entries: [TelemetryEntry]) throws {
        let bad = entries.filter { !$0.reduction.quarantined.isEmpty }
        var rows: [[SQLValue]] = []
        for (place, entries) in Dictionary(grouping: bad, by: TelemetryQuarantinePlace.init) {
            let room = max(0, TelemetryLimits.quarantinedADay - (try countQuarantined(place.app, day: place.day)))
            rows += entries.lazy.flatMap(\.quarantineRows).prefix(room)
        }
        try insertAll(rows, into: TelemetryTables.quarantine)
    }

    private func countQuarantined(_ app: String, day: Int) throws -> Int {
        try value("SELECT CAST(COALESCE(SUM(lines), 0) AS BIGINT) FROM quarantine_day WHERE app_id = \(app) AND day = \(day)") ?? 0
    }
}

private struct TelemetryQuarantinePlace: Hashable {
    let app: String
    let day: Int

    init(_ entry: TelemetryEntry) {
        app = entry.app
        day = entry.upload.zone.day(at: entry.upload.receivedAt / 1_000)
    }
}

extension TelemetryReduction.Crash {
    fileprivate func row(_ entry: TelemetryEntry, id: String) -> [SQLValue] {
        [
            .text(entry.app), .text(id), .integer(time), .text(entry.platform), .text(version), .text(device), .text(user), isForeground.sqlValue,
            .text(model), .text(osVersion), .text(network), .text(channel), .text(hotpatch), .text(page), .text(process), .text(thread),
            .text(kind), .text(title), .text(culprit), .text(fingerprint), .blob(report), .integer(isHandled ? 1 : 0), .text(session),
        ]
    }
}

extension TelemetryEntry {
    fileprivate var quarantineRows: [[SQLValue]] {
        let rowID = rowID
        return reduction.quarantined.enumerated().map { index, line in
            [
                .text(app), .text("\(rowID)-\(index)"), .integer(upload.receivedAt), .text(platform), .text(batchID), .text(upload.device ?? ""),
                .text(line.reason.rawValue), .blob(line.line),
            ]
        }
    }
}

extension TelemetryTables {
    fileprivate static let crash = BulkTable(
        "crash",
        [
            .init("app_id", .text), .init("id", .text), .init("time", .integer), .init("platform", .text), .init("version", .text),
            .init("device", .text), .init("user_id", .text), .init("foreground", .integer), .init("model", .text), .init("os_version", .text),
            .init("network", .text), .init("channel", .text), .init("hotpatch", .text), .init("page", .text), .init("process", .text),
            .init("thread", .text), .init("kind", .text), .init("title", .text), .init("culprit", .text), .init("fingerprint", .text),
            .init("report", .blob), .init("handled", .integer), .init("session", .text),
        ],
        key: ["app_id", "id"],
        conflict: .keep
    )

    /// Read and grouped later, in batches.
    fileprivate static let crashUnread = BulkTable(
        "crash_unread",
        [.init("app_id", .text), .init("crash_id", .text), .init("again", .integer)],
        key: ["app_id", "crash_id"],
        conflict: .keep
    )

    fileprivate static let quarantine = BulkTable(
        "quarantine",
        [
            .init("app_id", .text), .init("id", .text), .init("received_at", .integer), .init("platform", .text), .init("batch_id", .text),
            .init("device", .text), .init("reason", .text), .init("line", .blob),
        ],
        key: ["app_id", "id"],
        conflict: .keep
    )
}

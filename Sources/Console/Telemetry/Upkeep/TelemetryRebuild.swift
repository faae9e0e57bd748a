import Foundation
import Storage
import Web

extension Telemetry {
    /// Counts all that is kept raw of an app again, in one transaction: every roll-up is as if each upload had just come in.
    ///
    /// Where retention has begun to take raw lines away, days before are left as they are: their lines are not all there any more.
    /// - Throws: `notFound` for an unknown app; `StorageError` or `GzipError` when a segment does not hold what the ledger says.
    public func rebuild(app id: String) async throws {
        guard let app = index.app(id) else { throw Problem.notFound }
        let zone = zones[app.timeZone]
        // Each statement has to see what groups committed that were under way when this waited for the epoch.
        try await paused(id) { [database, raw] in
            try await database.write(.readCommitted) { connection in
                try connection.beginEpoch(id)
                let horizon = try connection.horizon(id)
                try TelemetryRebuild(connection: connection, reader: raw.reader(), app: id, zone: zone, horizon: horizon).run()
                try connection.endPause(id)
            }
        }
    }

    /// Where nodes share the ledger, groups of the app step aside, so that the epoch is soon free.
    func paused(_ app: String, _ body: () async throws -> Void) async throws {
        guard raw.isShared else { return try await body() }
        try await database.write { try $0.pause(app, for: 600_000) }
        do {
            try await body()
        } catch {
            try? await database.write { try $0.endPause(app) }
            throw error
        }
    }
}

/// One counting anew.
private struct TelemetryRebuild {
    let connection: Connection
    let reader: any TelemetryReader
    let app: String
    let zone: TelemetryZone
    let horizon: TelemetryHorizon
    /// Receipt time in ms from which all raw lines are there; 0 when none was ever taken away.
    private var since: Int { horizon.raw }

    /// Uploads, and bytes of what they hold, counted together, which bounds memory.
    private static let chunk = 256
    private static let chunkWeight = 32 << 20

    func run() throws {
        try deleteDerived()
        var place = TelemetryLedgerPlace(receivedAt: 0, batchID: "")
        while true {
            let rows = try connection.ledgerRows(app, after: place, limit: Self.chunk)
            guard let last = rows.last else { return }
            place = last.place
            try count(rows)
        }
    }

    private func deleteDerived() throws {
        let day = since == 0 ? 0 : firstDay
        try connection.deleteDerived(app, fromMinute: since == 0 ? 0 : firstMinute, day: day)
    }

    private func count(_ rows: [TelemetryLedgerRow]) throws {
        var entries: [TelemetryEntry] = []
        var weight = 0
        for row in rows {
            let entry = try entry(row)
            entries.append(entry)
            weight += entry.weight
            guard weight > Self.chunkWeight else { continue }
            try connection.count(entries, seen: TelemetrySeen())
            (entries, weight) = ([], 0)
        }
        try connection.count(entries, seen: TelemetrySeen())
    }

    private func entry(_ row: TelemetryLedgerRow) throws -> TelemetryEntry {
        guard let body = try reader.body(of: row, connection) else { throw StorageError.disk("the lines of upload \(row.batchID) are not there") }
        let upload = row.upload(zone: zone)
        var reduction = try TelemetryReduction(body, kind: row.kind, of: upload)
        if since > 0 { reduction.drop(beforeDay: firstDay, minute: firstMinute, receiptDay: zone.day(at: row.receivedAt / 1_000)) }
        reduction.crashes.removeAll { $0.time < horizon.crashes || $0.isErased }
        return TelemetryEntry(row, reduction, upload)
    }

    /// The first day that is whole: lines are received from their own day on, as their clock may be 10 minutes ahead.
    private var firstDay: Int { zone.day(at: (since + TelemetryUpload.longestFuture) / 1_000) + 1 }
    private var firstMinute: Int { zone.start(ofDay: firstDay) / 60 }
}

extension TelemetryReduction {
    /// Leaves out what belongs to days that are not counted anew.
    fileprivate mutating func drop(beforeDay day: Int, minute: Int, receiptDay: Int) {
        minutes.removeAll { $0.minute < minute }
        devices.removeAll { $0.day < day }
        startups.removeAll { $0.quarter < minute / 15 }
        rpcs.removeAll { $0.quarter < minute / 15 }
        sessions.removeAll { $0.hour * 60 < minute }
        sessionDevices.removeAll { $0.day < day }
        crashes.removeAll { $0.time < minute * 60_000 }
        if receiptDay < day { (rejections, quarantined) = ([:], []) }
    }
}

extension TelemetryReduction.Crash {
    /// What an erasure left of it counts as a crash, and is no report any more.
    fileprivate var isErased: Bool {
        device.isEmpty && user.isEmpty && report.allSatisfy { $0 == UInt8(ascii: "-") || $0 == 0x0A }
    }
}

extension TelemetryZone {
    /// Seconds since 1970 UTC when a day, counted from 1970-01-01 on the zone's calendar, begins.
    func start(ofDay day: Int) -> Int {
        day * 86_400 - offset(atLocal: day * 86_400)
    }
}

import Foundation
import Storage

/// Takes away what is no longer kept, a bounded step at a time.
public struct TelemetryRetention: Sendable {
    let database: Database
    let segments: TelemetrySegments
    let clock: Clock

    /// Days that raw lines, their ledger, minutes and quarantined lines are kept.
    public static let rawDays = 30
    /// Days that it is remembered which device and user was there; the counts stay.
    public static let presenceDays = 90
    /// Rows of each table in one step, which holds the writer up for some tens of milliseconds.
    static let step = 5_000

    private static let day = 86_400_000

    /// One step for every app. Called each minute, it keeps up with 7 million uploads, or devices, a day and app.
    public func tick() async throws {
        for app in try await database.read({ try $0.appsInLedger() }) {
            try await forgetKeys(app)
            let files = try await forgetBatches(app)
            for file in files { try segments.remove(file) }
            try await forgetRows(app)
        }
    }

    private var now: Int { clock.now.milliseconds }

    /// Batch ids count for 24 hours.
    private func forgetKeys(_ app: String) async throws {
        let limit = now - Self.day
        try await database.write { connection in
            var horizon = try connection.horizon(app)
            guard horizon.keys < limit else { return }
            let end = try connection.ledgerStep(app, from: horizon.keys, to: limit, count: Self.step)
            try connection.deleteKeys(app, from: horizon.keys, to: end)
            horizon.keys = end
            try connection.setHorizon(app, horizon)
        }
    }

    /// Whole days of receipt, so that a file goes with the last of its rows.
    /// - Returns: the files that nothing names any more.
    private func forgetBatches(_ app: String) async throws -> [TelemetrySegment] {
        let lastDay = now / Self.day - Self.rawDays
        return try await database.write { connection in
            var horizon = try connection.horizon(app)
            guard horizon.raw < lastDay * Self.day else { return [] }
            let end = try connection.ledgerStep(app, from: 0, to: lastDay * Self.day, count: Self.step)
            try connection.deleteBatches(app, before: end)
            horizon.raw = end
            try connection.setHorizon(app, horizon)
            let unnamed = try connection.segments(app, before: end / Self.day)
            try connection.deleteSegments(app, before: end / Self.day)
            return unnamed
        }
    }

    private func forgetRows(_ app: String) async throws {
        let raw = now - Self.rawDays * Self.day
        let presence = now / Self.day - Self.presenceDays
        try await database.write { connection in
            try connection.deleteMinutes(app, before: raw / 60_000, count: Self.step)
            try connection.deleteQuarantined(app, before: raw, count: Self.step)
            try connection.deleteDeviceDays(app, before: presence, count: Self.step)
            try connection.deleteUserDays(app, before: presence, count: Self.step)
        }
    }
}

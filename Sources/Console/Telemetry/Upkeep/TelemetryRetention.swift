import Foundation
import Storage

/// Takes away what is no longer kept, a bounded step at a time, and makes room for the days to come.
public struct TelemetryRetention: Sendable {
    let database: Database
    let raw: any TelemetryRaw
    let clock: Clock

    /// Days that raw lines, their ledger and quarantined lines are kept of an app that says nothing else, and minutes of all.
    public static let rawDays = 30
    /// Days that it is remembered which device and user was there; the counts stay.
    public static let presenceDays = 90
    /// Rows of each table in one step, which holds the writer up for some tens of milliseconds.
    static let step = 5_000
    /// Crash reports in one step: each is some tens of kilobytes.
    static let crashStep = 200

    /// Steps through the batch ids, of which there are as many a day as uploads and no days to drop.
    private static let keySteps = 20

    private static let day = 86_400_000

    /// One step for every app. Called each minute, it keeps up with 140 million uploads and 7 million devices a day and app; whole days go at once
    /// where the engine keeps them apart.
    public func tick() async throws {
        try await TelemetryDays.make(around: today, database)
        try await database.write { try $0.endOldPauses() }
        let apps = try await database.read { connection in
            let keepings = try connection.keepings()
            return try connection.appsInLedger().map { (id: $0, keeping: keepings[$0] ?? TelemetryKeeping()) }
        }
        try await forgetCounted()
        // Keys are found by the ledger's rows: those stay until no key of theirs is left.
        for app in apps where try await forgetKeys(app.id) < firstDay(app.keeping.rawDays) * Self.day { return }
        for app in apps where try await !moveHorizon(app.id, to: firstDay(app.keeping.rawDays)) { return }
        let whole = firstDay(apps.map(\.keeping.rawDays).max() ?? Self.rawDays)
        let dropped = try await dropDays(raw: whole)
        for app in apps {
            let first = firstDay(app.keeping.rawDays)
            try raw.remove(try await forgetRaw(app.id, before: first, dropped: dropped && first <= whole))
            try await forgetRows(app.id, before: first, dropped: dropped)
        }
    }

    private var now: Int { clock.now.milliseconds }
    private var today: Int { now / Self.day }
    /// The first day of receipt that is kept: whole days go, so that a file goes with the last of its rows.
    private func firstDay(_ days: Int) -> Int { today - days }

    /// Batch ids count for 24 hours.
    /// - Returns: how far it has come, in ms since 1970.
    private func forgetKeys(_ app: String) async throws -> Int {
        let limit = now - Self.day
        var end = 0
        for _ in 0..<Self.keySteps {
            end = try await forgetSomeKeys(app, before: limit)
            guard end < limit else { break }
        }
        return end
    }

    private func forgetSomeKeys(_ app: String, before limit: Int) async throws -> Int {
        try await database.write { connection in
            var horizon = try connection.horizon(app)
            guard horizon.keys < limit else { return horizon.keys }
            let end = try connection.ledgerStep(app, from: horizon.keys, to: limit, count: Self.step)
            try connection.deleteKeys(app, from: horizon.keys, to: end)
            horizon.keys = end
            try connection.setHorizon(app, horizon)
            return end
        }
    }

    /// Says first that raw lines are not all there any more, and deletes them after: a rebuild has to know. An app that keeps them longer again
    /// has no more of them for it.
    /// - Returns: false while one is under way.
    private func moveHorizon(_ app: String, to day: Int) async throws -> Bool {
        let limit = day * Self.day
        do {
            try await database.write(.readCommitted) { connection in
                guard try connection.horizon(app).raw < limit else { return }
                _ = try connection.share([app])
                var horizon = try connection.horizon(app)
                horizon.raw = limit
                try connection.setHorizon(app, horizon)
            }
            return true
        } catch is TelemetryPaused {
            return false
        }
    }

    /// Crash reports and roll-ups, also of apps that send nothing any more.
    private func forgetCounted() async throws {
        let apps = try await database.read { connection in
            let keepings = try connection.keepings()
            return try connection.appsEverInLedger().map { (id: $0, keeping: keepings[$0] ?? TelemetryKeeping()) }
        }
        for app in apps {
            try await forgetCrashes(app.id, before: firstDay(app.keeping.crashDays) * Self.day)
            if app.keeping.rollupDays > 0 { try await forgetRollups(app.id, before: firstDay(app.keeping.rollupDays)) }
        }
    }

    /// Crash reports with all that was made of each; counts stay. Says first how far it has come: a rebuild must not bring them back, and devices of
    /// days that are not all there are not counted.
    private func forgetCrashes(_ app: String, before limit: Int) async throws {
        for _ in 0..<Self.keySteps {
            let count = try await database.write { connection in
                try connection.moveCrashHorizon(app, to: limit)
                return try connection.deleteCrashReports(app, before: limit, count: Self.crashStep)
            }
            guard count == Self.crashStep else { return }
        }
    }

    /// - Parameter day: counted from 1970-01-01.
    private func forgetRollups(_ app: String, before day: Int) async throws {
        try await database.write { try $0.deleteRollups(app, beforeDay: day, count: Self.step) }
    }

    /// - Parameter first: the first day of receipt that any app keeps raw lines of.
    /// - Returns: false where rows have to be deleted instead.
    private func dropDays(raw first: Int) async throws -> Bool {
        // A minute more than a day earlier: nodes whose clocks differ add to days of their own at midnight.
        let limits = [
            (TelemetryDays.batches, first), (TelemetryDays.chunks, first), (TelemetryDays.minutes, today - Self.rawDays - 1),
            (TelemetryDays.devices, today - Self.presenceDays), (TelemetryDays.users, today - Self.presenceDays),
        ]
        for (table, day) in limits where try await !database.write(.readCommitted, { try $0.dropDays(table, before: day) }) { return false }
        return true
    }

    /// - Parameter dropped: rows of those days are gone already.
    /// - Returns: the files that nothing names any more.
    private func forgetRaw(_ app: String, before first: Int, dropped: Bool) async throws -> [TelemetrySegment] {
        try await database.write { connection in
            let end = dropped ? first * Self.day : try connection.ledgerStep(app, from: 0, to: first * Self.day, count: Self.step)
            if !dropped {
                try connection.deleteBatches(app, before: end)
                try connection.deleteChunks(app, before: end / Self.day)
            }
            let unnamed = try connection.segments(app, before: end / Self.day)
            if !unnamed.isEmpty { try connection.deleteRaw(app, before: end / Self.day) }
            return unnamed
        }
    }

    private func forgetRows(_ app: String, before first: Int, dropped: Bool) async throws {
        let minutes = (now - Self.rawDays * Self.day) / 60_000
        let presence = today - Self.presenceDays
        try await database.write { connection in
            try connection.deleteQuarantined(app, before: first * Self.day, count: Self.step)
            try connection.deleteSessionDevices(app, before: presence, count: Self.step)
            guard !dropped else { return }
            try connection.deleteMinutes(app, before: minutes, count: Self.step)
            try connection.deleteDeviceDays(app, before: presence, count: Self.step)
            try connection.deleteUserDays(app, before: presence, count: Self.step)
        }
    }
}

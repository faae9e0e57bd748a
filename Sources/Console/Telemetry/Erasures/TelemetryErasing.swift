import Foundation
import Signing
import Storage

/// Takes out of an app's raw lines what tells of one user or device, in a job.
///
/// Uploads that hold such lines are found as a search finds them. Each is written anew without (``Formats/LogMasking``), and in one transaction the ledger
/// names the new bytes, the old ones are noted as to be overwritten, and the headers are cleared; then they are overwritten. Indexes that knew of them are made
/// anew, lines that could not be read go, and in what counts who was there, the name becomes one by chance. Whatever ends it in between: what was
/// rewritten holds nothing any more when it is looked through again, what is noted is overwritten by the next attempt.
///
/// Crash reports of theirs go whole, with all that was made of each; how many there were, and on how many devices, stays in their groups. Statistics stay:
/// they count minutes, versions, durations, and name nobody; a rebuild finds the same lines to count. What was received after it began, and backups, are
/// not looked into.
struct TelemetryErasing: Sendable {
    let telemetry: Telemetry
    /// What other rooms know of the user or device; each may be asked again.
    var others: [@Sendable (TelemetryErasureTask, _ app: String) async throws -> Void] = []

    /// Uploads written anew in one transaction, and how many bytes of them.
    private static let uploadsAtOnce = 32
    private static let bytesAtOnce = 8 << 20
    private static let quarantinedAtOnce = 1_000
    private static let crashesAtOnce = 200
    private static let mostLost = 8

    private var database: Database { telemetry.database }

    /// All that is asked of an app; what is asked meanwhile too.
    func run(_ job: TelemetryErasureJob, _ run: JobRun) async throws {
        while true {
            guard let task = try await database.read({ try $0.nextErasure(of: job.app) }) else {
                // Asked in the same transaction, so that nobody who asks now is told that somebody else sees to it.
                let isDone = try await database.write { connection in
                    guard try connection.nextErasure(of: job.app) == nil else { return false }
                    try run.finish(in: connection)
                    return true
                }
                if isDone { return }
                continue
            }
            try await erase(task, of: job.app, run)
        }
    }

    private func erase(_ task: TelemetryErasureTask, of app: String, _ run: JobRun) async throws {
        run.report(0, "erasingLines")
        try await telemetry.scrub(app)
        try await rewrite(task, of: app)
        run.report(0.7, "erasingIndexes")
        try await remakeIndexes(task, of: app)
        run.report(0.9, "erasingRest")
        try await eraseQuarantined(task, of: app)
        try await eraseCrashes(task, of: app)
        for erase in others { try await erase(task, app) }
        try await rename(task, of: app)
        try await database.write { try $0.finishErasure(task, of: app) }
    }

    // MARK: uploads

    private func rewrite(_ task: TelemetryErasureTask, of app: String) async throws {
        let filter = filter(task)
        for attempt in 1... {
            do {
                var walk = try await TelemetryLogWalk(app: app, filter, from: filter.newest, database, telemetry.indexReader)
                while !walk.isAtEnd {
                    try await rewrite(try await walk.next(), task, of: app)
                    try Task.checkCancellation()
                }
                return
            } catch let lost as TelemetryIndexLost where attempt < Self.mostLost {
                try await telemetry.indexing.replace(lost.unit)
            }
        }
    }

    private func filter(_ task: TelemetryErasureTask) -> TelemetryLogFilter {
        // Clocks of devices may be ahead of what a line may say.
        var filter = TelemetryLogFilter(from: 0, to: telemetry.clock.now.milliseconds + 366 * 86_400_000)
        switch task.field {
        case .user: filter.user = task.value
        case .device: filter.device = task.value
        }
        return filter
    }

    private func rewrite(_ rows: [TelemetryLedgerRow], _ task: TelemetryErasureTask, of app: String) async throws {
        let reader = telemetry.raw.reader()
        var (rewritten, bytes): ([TelemetryRewritten], Int) = ([], 0)
        for row in rows {
            guard let new = try await TelemetryRewritten(row, task, try await reader.body(of: row)) else { continue }
            rewritten.append(new)
            bytes += new.entry.packed.count
            guard rewritten.count >= Self.uploadsAtOnce || bytes >= Self.bytesAtOnce else { continue }
            try await write(rewritten, task, of: app)
            (rewritten, bytes) = ([], 0)
        }
        if !rewritten.isEmpty { try await write(rewritten, task, of: app) }
    }

    private func write(_ rewritten: [TelemetryRewritten], _ task: TelemetryErasureTask, of app: String) async throws {
        let raw = telemetry.raw
        try await database.write(.readCommitted) { connection in
            // Whoever counts the app anew reads bodies where the ledger said they were.
            _ = try connection.share([app])
            let append = try raw.append(rewritten.map(\.entry), connection)
            do {
                try Self.move(rewritten, to: append.places, task, connection)
                try connection.growSegments(append.growth, [])
                try connection.countErased(task, of: app, uploads: rewritten.count, lines: rewritten.reduce(0) { $0 + $1.lines })
                try append.finish()
            } catch {
                append.undo()
                throw error
            }
        }
        try await telemetry.scrub(app)
    }

    private static func move(
        _ rewritten: [TelemetryRewritten],
        to places: [TelemetryPlace],
        _ task: TelemetryErasureTask,
        _ connection: Connection
    ) throws {
        let unindexed = try connection.allUnindexed(rewritten.first?.row.app ?? "")
        for (new, place) in zip(rewritten, places) {
            guard try connection.moveBatch(new.row, to: place, length: new.entry.packed.count, without: task) else {
                throw StorageError.conflict("upload \(new.row.batchID) was moved or is gone")
            }
            // An upload that an index covers stays covered: indexes know nothing of places.
            if unindexed.holds(new.row) { try connection.insertUnindexed(TelemetryExtent.all([new.entry], at: [place])) }
        }
        try connection.insertScrubs(rewritten.map { TelemetryScrub(chunk: $0.row.chunk, range: $0.row.range) })
    }

    // MARK: all else

    private func remakeIndexes(_ task: TelemetryErasureTask, of app: String) async throws {
        let filter = filter(task)
        let units = try await database.read { try $0.indexes(app, times: filter.from..<filter.to, receivedUpTo: .max) }
        for unit in units {
            do {
                let candidates = try await telemetry.indexReader.candidates(TelemetryIndexQuestion(filter), in: unit)
                if !candidates.isEmpty { try await telemetry.indexing.remake(unit) }
            } catch let lost as TelemetryIndexLost {
                try await telemetry.indexing.replace(lost.unit)
            }
        }
    }

    /// Looked through whole: they are at most 10,000 a day.
    private func eraseQuarantined(_ task: TelemetryErasureTask, of app: String) async throws {
        let value = Array(task.value.utf8)
        var last = ""
        while true {
            let start = last
            let rows = try await database.read { try $0.quarantined(app, after: start, limit: Self.quarantinedAtOnce) }
            guard let end = rows.last else { return }
            last = end.id
            let own = rows.filter { (task.field == .device && $0.device == task.value) || $0.line.firstRange(of: value) != nil }.map(\.id)
            if !own.isEmpty { try await database.write(.readCommitted) { try $0.deleteQuarantined(app, own) } }
        }
    }

    private func eraseCrashes(_ task: TelemetryErasureTask, of app: String) async throws {
        while true {
            let ids = try await database.read { try $0.crashReports(of: task, app, limit: Self.crashesAtOnce) }
            guard !ids.isEmpty else { return }
            try await database.write { connection in
                try connection.deleteCrashReports(app, ids)
                try connection.countErased(task, of: app, reports: ids.count)
            }
        }
    }

    private func rename(_ task: TelemetryErasureTask, of app: String) async throws {
        let today = telemetry.clock.now.milliseconds / 86_400_000
        try await telemetry.paused(app) { [database] in
            try await database.write(.readCommitted) { connection in
                // What nodes remember of who was there today is void.
                try connection.beginEpoch(app)
                try connection.rename(task, of: app, to: "erased-\(Random.hex(8))", days: today - TelemetryRetention.presenceDays - 1...today + 1)
                try connection.endPause(app)
            }
        }
    }
}

import Formats
import Logging
import Signing
import Storage

/// Makes indexes of raw lines, so that looking for a device does not mean reading what all others sent.
///
/// **What an index is.** A file (``Formats/LogIndex``) in the object store, of a few thousand uploads of an app and UTC day of receipt: which devices, users,
/// sessions, versions, events and three-letter pieces of text are in which of them. It names uploads by their key in the ledger and knows nothing of where
/// bodies are, so it stays true when chunks are packed into objects, and when an installation moves. The database has a row for each, and nothing of its content.
///
/// **What it does not cover** is in `log_unindexed`: every commit notes the runs of bytes it brought in the transaction that brings them, so each upload is
/// at every moment either in an index or in there, whatever was received when and on which node. A search asks the indexes, the latest first, and reads
/// what they do not cover as it is; that is never more than one index is of, plus what came since the last tick.
///
/// **Making one**: noted, put, then named, in the transaction that takes its uploads out of `log_unindexed`. Whatever ends it in between, the uploads stay
/// where they are noted, and a blob that nothing names is removed a day later. Two who make the same one: the second finds the note changed, and
/// changes nothing. Raw lines from before there were indexes are noted by the migration, and indexed the latest first. An index whose blob is lost
/// is made again (``reindex(_:)``). With its day's raw lines an index goes.
public struct TelemetryIndexing: Sendable {
    let database: Database
    let raw: any TelemetryRaw
    let blobs: any Blobs
    let clock: Clock
    /// Of an app: what the times of lines without a zone mean.
    let zone: @Sendable (String) -> TelemetryZone
    /// Lines that this node has taken since it was started.
    let taken: @Sendable () -> Int
    var limits = Limits()

    struct Limits: Sendable {
        /// Uploads and packed bytes that are worth an index.
        var uploads = LogIndex.mostUploads
        var bytes = 8 << 20
        /// After the end of a day what is left of it is indexed: nothing more comes.
        var settling = 900_000
        /// Of one tick. While more than `busy` lines a second come in, one index is made in it: each takes a core for half a second.
        var longest = Duration.seconds(8)
        var busy = 20_000
    }

    /// ms between noting and naming, and until a blob that nothing names is removed: far enough apart for any clock and any pause.
    private static let longestPut = 3_600_000
    private static let longestUnnamed = 86_400_000
    private static let logger = Logger(label: "telemetry.index")

    /// One bounded step. Called every ten seconds, it keeps up with half a million lines a second.
    public func tick() async throws {
        try await removeUnnamed()
        let (start, before) = (ContinuousClock.now, taken())
        for day in try await waiting().filter(isDue) {
            var left = day.uploads
            repeat {
                let made = try await make(day.segment)
                guard made > 0 else { break }
                left -= made
                let spent = ContinuousClock.now - start
                guard spent < limits.longest, Double(taken() - before) < Double(limits.busy) * max(1, spent / .seconds(1)) else { return }
            } while isDue(TelemetryUnindexedDay(segment: day.segment, uploads: left, bytes: 0, oldest: day.oldest))
        }
    }

    /// By app and day.
    public func waiting() async throws -> [TelemetryUnindexedDay] {
        try await database.read { try $0.waitingForIndex() }
    }

    private func isDue(_ day: TelemetryUnindexedDay) -> Bool {
        day.uploads >= limits.uploads || day.bytes >= limits.bytes || clock.now.milliseconds >= (day.segment.day + 1) * 86_400_000 + limits.settling
    }

    // MARK: one index

    /// - Returns: how many uploads are covered now that were not.
    private func make(_ segment: TelemetrySegment) async throws -> Int {
        let extents = try await database.read { try $0.unindexed(segment.app, day: segment.day, limit: TelemetryIndexMaking.mostExtents) }
        guard !extents.isEmpty else { return 0 }
        var making = TelemetryIndexMaking(segment, extents, most: limits.uploads, zone: zone(segment.app))
        try await making.read(database, raw.reader())
        for failure in making.failures {
            Self.logger.error(
                "an upload cannot be read",
                metadata: ["app": "\(segment.app)", "batch": "\(failure.batchID)", "error": "\(failure.error)"]
            )
        }
        let made = try making.finished()
        if let made { try await put(made.unit, made.bytes) }
        let covered = making.covered
        try await database.write(.readCommitted) { connection in
            if let made { try Self.name(made.unit, connection) }
            for (extent, place, uploads) in covered where try !connection.cover(extent, before: place, uploads: uploads) {
                throw StorageError.conflict("somebody else indexed day \(segment.day) of \(segment.app), or it is gone")
            }
        }
        return max(1, making.count)
    }

    /// Writes an index down that does not count yet.
    func put(_ unit: TelemetryIndexUnit, _ bytes: [UInt8]) async throws {
        try await database.write(.readCommitted) { try $0.noteIndex(unit) }
        _ = try await blobs.put(bytes)
    }

    /// Lets it count.
    static func name(_ unit: TelemetryIndexUnit, _ connection: Connection) throws {
        guard try connection.nameIndex(unit, longest: longestPut) else { throw StorageError.conflict("index \(unit.blob) came too late") }
    }

    private func removeUnnamed() async throws {
        for unit in try await database.read({ try $0.indexesToRemove(olderThan: Self.longestUnnamed, limit: 100) }) {
            try await blobs.remove(unit.blob)
            try await database.write(.readCommitted) { try $0.forgetIndex(unit) }
        }
    }
}

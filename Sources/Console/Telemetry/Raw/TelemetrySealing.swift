import Logging
import Metrics
import Storage
import Synchronization

/// Packs chunks into objects, and removes objects that nothing names.
///
/// The object is noted, then put, then named by its chunks in one transaction: whatever ends it in between, chunks stay where they are and the
/// object is removed a day later. While the object store is away chunks stay in the database; `telemetry_unsealed_…` says how many.
public struct TelemetrySealing: Sendable {
    let database: Database
    let blobs: any Blobs
    let clock: Clock

    /// Bytes and chunks of an object.
    static let fullObject = 32 << 20
    static let mostChunks = 4_096
    /// ms after which chunks are packed even if they do not fill an object.
    static let longestOpen = 3_600_000
    /// Objects made in one tick, one after the other.
    private static let mostObjects = 8
    /// ms between noting and naming an object, and until one that nothing names is removed: far enough apart for any clock and any pause.
    private static let longestPut = 3_600_000
    private static let longestUnnamed = 86_400_000

    /// One bounded step. Called every ten seconds, it keeps up with 25 MB of packed lines a second.
    public func tick() async throws {
        try await removeUnnamed()
        var due = try await database.read { try $0.unsealed() }.filter(isDue).prefix(Self.mostObjects)
        while let next = due.popFirst() { try await seal(next.segment) }
    }

    private func isDue(_ unsealed: TelemetryUnsealed) -> Bool {
        unsealed.bytes >= Self.fullObject || unsealed.chunks >= Self.mostChunks || unsealed.oldest <= clock.now.milliseconds - Self.longestOpen
    }

    private func seal(_ segment: TelemetrySegment) async throws {
        let chunks = try await database.read { try $0.unsealedChunks(segment, bytes: Self.fullObject, count: Self.mostChunks) }
        guard !chunks.isEmpty else { return }
        let object = TelemetryObject(segment, chunks)
        try await database.write(.readCommitted) { try $0.noteObject(object.segment, object.id, size: object.bytes.count) }
        _ = try await blobs.put(object.bytes)
        try await database.write(.readCommitted) { try $0.name(object) }
    }

    private func removeUnnamed() async throws {
        // A clock of the database's that is set back does no harm: the object stays longer.
        for object in try await database.read({ try $0.unnamedObjects(olderThan: Self.longestUnnamed, limit: 100) }) {
            try await blobs.remove(object.id)
            try await database.write(.readCommitted) { try $0.forgetObject(object) }
        }
    }

    /// What waits to be packed, of all apps.
    public func unsealed() async throws -> [TelemetryUnsealed] {
        try await database.read { try $0.unsealed() }
    }

    fileprivate static var limit: Int { longestPut }
}

extension Connection {
    /// - Throws: `StorageError.conflict` when somebody else packed or deleted a chunk meanwhile; nothing is changed then.
    fileprivate func name(_ object: TelemetryObject) throws {
        guard try nameObject(object, longest: TelemetrySealing.limit) else { throw StorageError.conflict("object \(object.id) came too late") }
        for (chunk, position) in object.positions where try !seal(chunk.key, scrubs: chunk.scrubs, in: object.id, at: position) {
            throw StorageError.conflict("chunk \(chunk.key.id) is in another object, or not what it was")
        }
    }
}

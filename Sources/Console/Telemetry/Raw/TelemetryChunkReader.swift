import Dispatch
import Gzip
import Storage
import Synchronization

/// Reads bodies from chunks. The last chunk is kept: uploads that came together stand together in the ledger.
final class TelemetryChunkReader: TelemetryReader {
    private let database: Database
    private let blobs: any Blobs
    private let last = Mutex<(key: TelemetryChunkKey, bytes: [UInt8])?>(nil)

    /// Longer chunks, such as a day's whole file that came from a single machine, are read an upload at a time.
    private static let longestKept = 16 << 20

    init(database: Database, blobs: any Blobs) {
        self.database = database
        self.blobs = blobs
    }

    func body(of row: TelemetryLedgerRow) async throws -> [UInt8]? {
        if let packed = kept(row) { return try Self.unpacked(packed) }
        guard let chunk = try await database.read({ try $0.chunk(row.chunk) }) else { return nil }
        switch chunk.place {
        case .row(let bytes): return try Self.unpacked(keep(bytes, chunk, row))
        case .object(let blob, let position):
            let range = Self.range(chunk, row)
            let bytes = try await blobs.read(try Self.id(blob), range.lowerBound + position..<range.upperBound + position)
            return try Self.unpacked(range.count == chunk.length ? keep(bytes, chunk, row) : bytes[...])
        }
    }

    /// The object store is asked on another thread, while this one, the connection's own, waits.
    func body(of row: TelemetryLedgerRow, _ connection: Connection) throws -> [UInt8]? {
        if let packed = kept(row) { return try Self.unpacked(packed) }
        guard let chunk = try connection.chunk(row.chunk) else { return nil }
        switch chunk.place {
        case .row(let bytes): return try Self.unpacked(keep(bytes, chunk, row))
        case .object(let blob, let position):
            let (id, range) = (try Self.id(blob), Self.range(chunk, row))
            let bytes = try Self.waiting { [blobs] in try await blobs.read(id, range.lowerBound + position..<range.upperBound + position) }
            return try Self.unpacked(range.count == chunk.length ? keep(bytes, chunk, row) : bytes[...])
        }
    }

    private func kept(_ row: TelemetryLedgerRow) -> ArraySlice<UInt8>? {
        last.withLock { last in
            guard let last, last.key == row.chunk, row.range.upperBound <= last.bytes.count else { return nil }
            return last.bytes[row.range]
        }
    }

    /// - Returns: the row's part of a whole chunk.
    private func keep(_ bytes: [UInt8], _ chunk: TelemetryChunk, _ row: TelemetryLedgerRow) throws -> ArraySlice<UInt8> {
        guard row.range.upperBound <= bytes.count else { throw StorageError.disk("chunk \(chunk.key.id) ends before \(row.range.upperBound)") }
        last.withLock { $0 = (chunk.key, bytes) }
        return bytes[row.range]
    }

    /// What is read of a chunk that is in an object.
    private static func range(_ chunk: TelemetryChunk, _ row: TelemetryLedgerRow) -> Range<Int> {
        chunk.length <= longestKept && row.range.upperBound <= chunk.length ? 0..<chunk.length : row.range
    }

    private static func unpacked(_ packed: ArraySlice<UInt8>) throws -> [UInt8] {
        try Gzip.decompress(Array(packed), limit: TelemetryLimits.unpacked, ratio: TelemetryLimits.ratio)
    }

    private static func id(_ text: String) throws -> BlobID {
        guard let id = BlobID(text) else { throw StorageError.disk("an object cannot be called \(text)") }
        return id
    }

    private static func waiting<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
        let done = DispatchSemaphore(value: 0)
        let result = Mutex<Result<Value, any Error>?>(nil)
        Task.detached {
            do {
                let value = try await body()
                result.withLock { $0 = .success(value) }
            } catch {
                result.withLock { $0 = .failure(error) }
            }
            done.signal()
        }
        done.wait()
        guard let result = result.withLock({ $0 }) else { throw CancellationError() }
        return try result.get()
    }
}

import Dispatch
import Gzip
import Storage
import Synchronization

/// Reads bodies from chunks and objects. What was read last is kept: uploads that came together stand together in the ledger, with those that
/// other nodes took at the same time in between.
final class TelemetryChunkReader: TelemetryReader {
    private let database: Database
    private let blobs: any Blobs
    private let state = Mutex(State())

    private struct State {
        var shelf = TelemetryShelf()
        /// Bytes of objects.
        var sizes: [BlobID: Int] = [:]
    }

    /// Objects are read in pieces that begin at multiples of this: chunks of a quiet hour are a thousand times smaller.
    private static let piece = 1 << 20

    init(database: Database, blobs: any Blobs) {
        self.database = database
        self.blobs = blobs
    }

    func body(of row: TelemetryLedgerRow) async throws -> [UInt8]? {
        if let object = row.object { return try Self.unpacked(await bytes(of: row, object)) }
        if let packed = kept(row) { return try Self.unpacked(packed) }
        guard let place = try await database.read({ try $0.place(of: row.chunk) }) else { return nil }
        switch place {
        case .row(let bytes): return try Self.unpacked(keep(bytes, row))
        case .object(let object): return try Self.unpacked(await bytes(of: row, object))
        }
    }

    /// The object store is asked on another thread, while this one, the connection's own, waits.
    func body(of row: TelemetryLedgerRow, _ connection: Connection) throws -> [UInt8]? {
        if row.object == nil, let packed = kept(row) { return try Self.unpacked(packed) }
        guard let place = try row.object.map({ .object($0) }) ?? connection.place(of: row.chunk) else { return nil }
        switch place {
        case .row(let bytes): return try Self.unpacked(keep(bytes, row))
        case .object(let object): return try Self.unpacked(Self.waiting { [self] in try await bytes(of: row, object) })
        }
    }

    // MARK: chunks

    private func kept(_ row: TelemetryLedgerRow) -> ArraySlice<UInt8>? {
        state.withLock { $0.shelf.take(row.chunk.text, row.range) }
    }

    /// - Returns: the row's part of a chunk.
    private func keep(_ bytes: [UInt8], _ row: TelemetryLedgerRow) throws -> ArraySlice<UInt8> {
        guard row.range.upperBound <= bytes.count else { throw StorageError.disk("chunk \(row.chunk.id) ends before \(row.range.upperBound)") }
        state.withLock { $0.shelf.put(row.chunk.text, 0, bytes) }
        return bytes[row.range]
    }

    // MARK: objects

    private func bytes(of row: TelemetryLedgerRow, _ object: TelemetryObjectPlace) async throws -> ArraySlice<UInt8> {
        let range = row.range.lowerBound + object.position..<row.range.upperBound + object.position
        if let bytes = state.withLock({ $0.shelf.take(object.blob.text, range) }) { return bytes }
        let size = try await size(of: object.blob)
        let start = range.lowerBound / Self.piece * Self.piece
        let end = min(size, (range.upperBound + Self.piece - 1) / Self.piece * Self.piece)
        guard range.upperBound <= end else { throw StorageError.disk("object \(object.blob) ends before \(range.upperBound)") }
        let bytes = try await blobs.read(object.blob, start..<end)
        state.withLock { $0.shelf.put(object.blob.text, start, bytes) }
        return bytes[range.lowerBound - start..<range.upperBound - start]
    }

    private func size(of blob: BlobID) async throws -> Int {
        if let size = state.withLock({ $0.sizes[blob] }) { return size }
        guard let size = try await blobs.size(blob) else { throw BlobError.missing(blob) }
        state.withLock { $0.sizes[blob] = size }
        return size
    }

    private static func unpacked(_ packed: ArraySlice<UInt8>) throws -> [UInt8] {
        try Gzip.decompress(Array(packed), limit: TelemetryLimits.unpacked, ratio: TelemetryLimits.ratio)
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

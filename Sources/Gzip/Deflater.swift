import CZlib

/// Compresses chunks into one gzip member, such as a response body that is written while it is made.
///
///     let deflater = try Deflater()
///     for chunk in chunks { send(try deflater.write(chunk)) }
///     send(deflater.finish())
///
/// Memory: about 270 KB until it is released.
public final class Deflater {
    private let stream: DeflateStream

    /// - Parameter level: 1 (fast) to 9 (small), 0 to store.
    /// - Throws: `GzipError.engine` for a wrong level or if zlib cannot get memory.
    public init(level: Int32 = 6) throws(GzipError) {
        stream = try DeflateStream(level: level)
    }

    /// What is ready after this chunk: often nothing, as zlib gathers input to find repetitions.
    ///
    /// - Throws: `GzipError.tooLarge` for a chunk above `Gzip.inputLimit`.
    public func write(_ chunk: [UInt8]) throws(GzipError) -> [UInt8] {
        guard chunk.count <= Gzip.inputLimit else { throw .tooLarge(limit: Gzip.inputLimit) }
        return stream.run(chunk, flush: Z_NO_FLUSH, room: chunk.count / 2 + Self.piece)
    }

    /// All that was held back, so that a reader can see every byte written so far. Each call costs about 5 bytes.
    public func flush() -> [UInt8] {
        stream.run([], flush: Z_SYNC_FLUSH, room: Self.piece)
    }

    /// The rest and the checksum. Nothing may be written afterwards.
    public func finish() -> [UInt8] {
        stream.run([], flush: Z_FINISH, room: Self.piece)
    }

    private static let piece = 4096
}

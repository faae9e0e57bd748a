/// Decompresses gzip that arrives in chunks, such as a large upload.
///
///     let inflater = try Inflater(Expansion(limit: 64 << 20))
///     for try await chunk in body { sink(try inflater.write(chunk)) }
///     try inflater.finish()
///
/// After an error the inflater is of no more use. Memory: about 40 KB, and what one chunk gives (up to 1,032 times its size).
public final class Inflater {
    private let stream: InflateStream
    private let expansion: Expansion
    private var consumed = 0
    private var produced = 0

    /// - Throws: `GzipError.engine` if zlib cannot get memory.
    public init(_ expansion: Expansion) throws(GzipError) {
        self.stream = try InflateStream()
        self.expansion = expansion
    }

    /// The bytes that can be told after this chunk, maybe none. The ratio is asked of all chunks so far together.
    public func write(_ chunk: [UInt8]) throws(GzipError) -> [UInt8] {
        guard chunk.count <= Gzip.inputLimit else { throw .tooLarge(limit: Gzip.inputLimit) }
        let output = try stream.inflate(chunk, guess: chunk.count * 4, expansion: expansion, before: (consumed, produced))
        consumed += chunk.count
        produced += output.count
        return output
    }

    /// To be called after the last chunk.
    ///
    /// - Throws: `GzipError.truncated` if the last member has not ended.
    public func finish() throws(GzipError) {
        guard stream.endedMember else { throw .truncated }
    }
}

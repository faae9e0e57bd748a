import CZlib

/// The gzip file format (RFC 1952) over zlib, for bodies that are already in memory.
///
/// For chunks that come and go one by one there are ``Deflater`` and ``Inflater``.
public enum Gzip {
    /// The largest input of the one-shot calls, in bytes: zlib counts its input in 32 bits.
    public static let inputLimit = Int(Int32.max)

    /// One gzip member holding `bytes`. It carries no time and no name, so the same input always gives the same output.
    ///
    /// - Parameter level: 1 (fast) to 9 (small), 0 to store.
    /// - Throws: `GzipError.tooLarge` above ``inputLimit``; `GzipError.engine` for a wrong level.
    public static func compress(_ bytes: [UInt8], level: Int32 = 6) throws(GzipError) -> [UInt8] {
        guard bytes.count <= inputLimit else { throw .tooLarge(limit: inputLimit) }
        return try DeflateStream(level: level).whole(bytes)
    }

    /// The bytes of all members in `bytes`, one after the other.
    ///
    /// - Parameters:
    ///   - limit: the most bytes that may come out.
    ///   - ratio: the most times the output may be larger than the input; asked only once the output passes
    ///     ``Expansion/unquestioned`` bytes, because small repetitive bodies compress very well.
    /// - Throws: `GzipError`; nothing of a refused input is returned.
    public static func decompress(_ bytes: [UInt8], limit: Int, ratio: Int = 200) throws(GzipError) -> [UInt8] {
        guard bytes.count <= inputLimit else { throw .tooLarge(limit: inputLimit) }
        let expansion = Expansion(limit: limit, ratio: ratio)
        // A new stream each time: keeping one in each thread would save 60 ns of the 13 µs that 3 KB in and 23 KB out take.
        let stream = try InflateStream()
        let output = try stream.inflate(bytes, guess: statedSize(bytes), expansion: expansion, before: (0, 0))
        guard stream.endedMember else { throw .truncated }
        return output
    }

    /// What is packed as HTTP's `deflate`, which is zlib's format (RFC 9110, section 8.4.1.2, and RFC 1950).
    ///
    /// - Throws: `GzipError`; nothing of a refused input is returned.
    public static func decompressZlib(_ bytes: [UInt8], limit: Int, ratio: Int = 200) throws(GzipError) -> [UInt8] {
        guard bytes.count <= inputLimit else { throw .tooLarge(limit: inputLimit) }
        let stream = try InflateStream(isZlib: true)
        let output = try stream.inflate(bytes, guess: bytes.count * 4, expansion: Expansion(limit: limit, ratio: ratio), before: (0, 0))
        guard stream.endedMember else { throw .truncated }
        return output
    }

    /// What deflated data without any wrapper (RFC 1951) holds. No checksum tells whether it is what was packed.
    ///
    /// - Parameter limit: the most bytes that may come out, and room for as many is taken.
    /// - Throws: `GzipError`.
    public static func inflateRaw(_ bytes: [UInt8], limit: Int) throws(GzipError) -> [UInt8] {
        guard bytes.count <= inputLimit else { throw .tooLarge(limit: inputLimit) }
        let stream = try InflateStream(isRaw: true)
        let output = try stream.inflate(bytes, guess: limit, expansion: Expansion(limit: limit, ratio: .max), before: (0, 0))
        guard stream.endedMember else { throw .truncated }
        return output
    }

    /// ISIZE, the last four bytes (RFC 1952, 2.3.1): the size of the last member, mod 2³². Only a hint: a sender may lie.
    private static func statedSize(_ bytes: [UInt8]) -> Int {
        guard bytes.count >= 18 else { return 0 }
        return bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}

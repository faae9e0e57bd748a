import Gzip

/// PNG files put together by hand, so that they can be wrong, or of a kind that `PNG.encode` does not write.
struct PNGSamples {
    /// Of `IHDR`: bits a channel, then 0 gray, 2 RGB, 3 palette, 4 gray with alpha, 6 RGBA.
    struct Kind {
        var depth: UInt8 = 8
        var color: UInt8 = 0
        var interlaced = false
    }

    /// - Parameters:
    ///   - rows: as they are packed into `IDAT`: each row after its filter byte.
    ///   - chunks: between `IHDR` and `IDAT`.
    static func file(_ width: UInt32, _ height: UInt32, _ kind: Kind = Kind(), rows: [UInt8], chunks: [[UInt8]] = []) throws -> [UInt8] {
        let header = big(width) + big(height) + [kind.depth, kind.color, 0, 0, kind.interlaced ? 1 : 0]
        let parts = [chunk("IHDR", header)] + chunks + [chunk("IDAT", try zlib(rows)), chunk("IEND", [])]
        return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + parts.flatMap { $0 }
    }

    static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        big(UInt32(data.count)) + Array(type.utf8) + data + big(crc(Array(type.utf8) + data))
    }

    /// Deflate data in zlib's wrapper (RFC 1950); the data itself is cut out of a gzip member: 10 bytes before it, 8 after it.
    static func zlib(_ bytes: [UInt8]) throws -> [UInt8] {
        [0x78, 0x9c] + (try Gzip.compress(bytes)).dropFirst(10).dropLast(8) + big(adler(bytes))
    }

    /// The same file with the checksum of one chunk changed.
    static func withWrongChecksum(of type: String, _ file: [UInt8]) throws -> [UInt8] {
        var file = file
        let name = Array(type.utf8)
        guard let start = file.indices.first(where: { file[$0...].starts(with: name) }) else { throw PNGSampleError.noChunk }
        let length = file[start - 4..<start].reduce(0) { $0 << 8 | Int($1) }
        file[start + 4 + length] ^= 0xff
        return file
    }

    static func big(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var value = ~UInt32(0)
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? (value >> 1) ^ 0xedb8_8320 : value >> 1 }
        }
        return ~value
    }

    private static func adler(_ bytes: [UInt8]) -> UInt32 {
        var (low, high) = (UInt32(1), UInt32(0))
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }
}

enum PNGSampleError: Error {
    case noChunk
}

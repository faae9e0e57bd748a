import Gzip
import Testing

struct GzipTests {
    private static let small = Array("D-VM,2026-01-01 08:00:00.000,reportActive\n".utf8)
    private static let lines = Array(repeating: small, count: 500).flatMap { $0 }

    @Test(arguments: [[], [0], small, lines, SeededGenerator.sample(100_000)])
    func roundTrip(_ bytes: [UInt8]) throws {
        let packed = try Gzip.compress(bytes)
        #expect(try Gzip.decompress(packed, limit: bytes.count) == bytes)
        #expect(try Gzip.compress(bytes) == packed)
    }

    @Test(arguments: Int32(0)...9)
    func everyLevel(_ level: Int32) throws {
        #expect(try Gzip.decompress(Gzip.compress(Self.lines, level: level), limit: 1 << 20) == Self.lines)
    }

    @Test func aWrongLevelIsRefused() {
        #expect(throws: GzipError.engine(-2)) { try Gzip.compress(Self.small, level: 10) }
    }

    /// Made by `printf 'hello\n' | gzip -n`.
    @Test func readsWhatGzipWrites() throws {
        let packed: [UInt8] = [
            0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0xe7, 2, 0, 0x20, 0x30, 0x3a, 0x36, 6, 0, 0, 0,
        ]
        #expect(try Gzip.decompress(packed, limit: 6) == Array("hello\n".utf8))
        #expect(try Gzip.compress(Array("hello\n".utf8)) == packed)
    }

    @Test func membersFollowEachOther() throws {
        let packed = try Gzip.compress(Self.lines) + Gzip.compress([]) + Gzip.compress(Self.small)
        #expect(try Gzip.decompress(packed, limit: 1 << 20) == Self.lines + Self.small)
        #expect(try Gzip.decompress(packed, limit: Self.lines.count + Self.small.count).count == Self.lines.count + Self.small.count)
        #expect(throws: GzipError.tooLarge(limit: Self.lines.count)) { try Gzip.decompress(packed, limit: Self.lines.count) }
    }

    @Test func theLimitIsExact() throws {
        let packed = try Gzip.compress(Self.lines)
        #expect(try Gzip.decompress(packed, limit: Self.lines.count) == Self.lines)
        for limit in [Self.lines.count - 1, 1, 0, -1] {
            #expect(throws: GzipError.tooLarge(limit: max(limit, 0))) { try Gzip.decompress(packed, limit: limit) }
        }
        #expect(try Gzip.decompress(packed, limit: .max, ratio: .max) == Self.lines)
    }

    @Test func bombsAreRefused() throws {
        let bomb = try Gzip.compress([UInt8](repeating: 0, count: 8 << 20))
        #expect(throws: GzipError.ratio) { try Gzip.decompress(bomb, limit: 64 << 20) }
        #expect(throws: GzipError.tooLarge(limit: 1 << 20)) { try Gzip.decompress(bomb, limit: 1 << 20) }
        #expect(try Gzip.decompress(bomb, limit: 64 << 20, ratio: 1100).count == 8 << 20)
    }

    @Test func theRatioIsAskedAboveOneMebibyteOnly() throws {
        let zeros = [UInt8](repeating: 0, count: Expansion.unquestioned)
        #expect(try Gzip.decompress(Gzip.compress(zeros), limit: 64 << 20) == zeros)
        let more = try Gzip.compress(zeros + [0])
        #expect(throws: GzipError.ratio) { try Gzip.decompress(more, limit: 64 << 20) }
    }

    /// The size in the trailer is a hint: one that lies up or down changes nothing but the error zlib finds at the end.
    @Test(arguments: [[0, 0, 0, 0], [255, 255, 255, 255], [0, 0, 16, 0]] as [[UInt8]])
    func aLyingSizeIsFound(_ size: [UInt8]) throws {
        let packed = try Array(Gzip.compress(Self.lines).dropLast(4)) + size
        #expect(throws: GzipError.corrupt) { try Gzip.decompress(packed, limit: 64 << 20) }
    }

    @Test func aWrongChecksumIsFound() throws {
        var packed = try Gzip.compress(Self.small)
        packed[packed.count - 8] ^= 1
        #expect(throws: GzipError.corrupt) { try Gzip.decompress(packed, limit: 1 << 20) }
    }

    @Test func truncationIsFoundAtEveryByte() throws {
        let packed = try Gzip.compress(Self.small)
        for count in 0..<packed.count {
            #expect(throws: GzipError.truncated) { try Gzip.decompress(Array(packed.prefix(count)), limit: 1 << 20) }
        }
        for count in 1..<packed.count {
            #expect(throws: GzipError.truncated) { try Gzip.decompress(packed + packed.prefix(count), limit: 1 << 20) }
        }
    }

    @Test(arguments: [[0], [0, 0, 0, 0], Array("junk".utf8), [0x1f, 0x8c], [0x1f, 0x8b, 7]] as [[UInt8]])
    func trailingJunkIsRefused(_ junk: [UInt8]) throws {
        let packed = try Gzip.compress(Self.small) + junk
        let error = #expect(throws: GzipError.self) { try Gzip.decompress(packed, limit: 1 << 20) }
        #expect(error == .corrupt || error == .truncated)
    }

    @Test func plainAndZlibInputIsRefused() {
        #expect(throws: GzipError.corrupt) { try Gzip.decompress(Self.small, limit: 1 << 20) }
        #expect(throws: GzipError.corrupt) { try Gzip.decompress([0x78, 0x9c, 3, 0, 0, 0, 0, 1], limit: 1 << 20) }
    }

    /// Whatever comes: an error, or output within the limit. The checksum lets no changed data through.
    @Test func damageNeverCrashes() throws {
        var random = SeededGenerator(seed: 0x5eed)
        let sources = try [Self.small, Self.lines, SeededGenerator.sample(3000)].map { try Gzip.compress($0) }
        for turn in 0..<6000 {
            let damaged = random.damage(sources[turn % 3])
            let output = try? Gzip.decompress(damaged, limit: 1 << 16)
            #expect(output.map { $0.count <= 1 << 16 } ?? true)
            #expect(throws: Never.self) { _ = try? Gzip.decompress(random.bytes(turn % 64), limit: 1 << 16) }
        }
    }
}

extension SeededGenerator {
    /// Bytes that do not compress.
    static func sample(_ count: Int) -> [UInt8] {
        var random = SeededGenerator(seed: 1)
        return random.bytes(count)
    }
}

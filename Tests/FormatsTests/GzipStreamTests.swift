import Gzip
import Testing

struct GzipStreamTests {
    private static let text = (0..<3000).flatMap { Array("line \($0 * 7919 % 1000)\n".utf8) }

    private func chunks(_ bytes: [UInt8], _ size: Int) -> [[UInt8]] {
        stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
    }

    private func inflate(_ bytes: [UInt8], by size: Int, _ expansion: Expansion = Expansion(limit: 64 << 20)) throws -> [UInt8] {
        let inflater = try Inflater(expansion)
        let output = try chunks(bytes, size).flatMap { try inflater.write($0) }
        try inflater.finish()
        return output
    }

    @Test(arguments: [1, 2, 17, 1000, 1 << 20])
    func deflaterGivesOneMember(_ size: Int) throws {
        let deflater = try Deflater()
        var packed = try chunks(Self.text, size).flatMap { try deflater.write($0) }
        packed += deflater.finish()
        #expect(try Gzip.decompress(packed, limit: Self.text.count) == Self.text)
        #expect(packed.count < Self.text.count / 2)
    }

    @Test func nothingWrittenIsAnEmptyMember() throws {
        let deflater = try Deflater()
        #expect(try Gzip.decompress(deflater.finish(), limit: 0) == [])
    }

    @Test func flushedBytesCanBeRead() throws {
        let deflater = try Deflater()
        let inflater = try Inflater(Expansion(limit: 1 << 20))
        for chunk in chunks(Self.text, 500).prefix(5) {
            let packed = try deflater.write(chunk) + deflater.flush()
            #expect(try inflater.write(packed) == chunk)
        }
        #expect(try inflater.write(deflater.finish()) == [])
        try inflater.finish()
    }

    @Test func aFlushLargerThanOnePieceIsWhole() throws {
        let deflater = try Deflater()
        let noise = SeededGenerator.sample(300_000)
        let packed = try deflater.write(noise) + deflater.flush() + deflater.finish()
        #expect(try Gzip.decompress(packed, limit: noise.count) == noise)
    }

    @Test(arguments: [1, 3, 100, 4096, 1 << 20])
    func inflaterTakesAnyChunks(_ size: Int) throws {
        let members = try Gzip.compress(Self.text) + Gzip.compress([]) + Gzip.compress(Self.text)
        #expect(try inflate(members, by: size) == Self.text + Self.text)
    }

    @Test func inflaterKeepsTheLimits() throws {
        let packed = try Gzip.compress(Self.text)
        #expect(try inflate(packed, by: 100, Expansion(limit: Self.text.count)) == Self.text)
        let less = Self.text.count - 1
        #expect(throws: GzipError.tooLarge(limit: less)) { try inflate(packed, by: 100, Expansion(limit: less)) }
        let bomb = try Gzip.compress([UInt8](repeating: 0, count: 8 << 20))
        #expect(throws: GzipError.ratio) { try inflate(bomb, by: 100) }
        #expect(try inflate(bomb, by: 100, Expansion(limit: 8 << 20, ratio: 1100)).count == 8 << 20)
    }

    @Test func inflaterFindsTruncationAndJunk() throws {
        let packed = try Gzip.compress(Array("small".utf8))
        for count in 0..<packed.count {
            #expect(throws: GzipError.truncated) { try inflate(Array(packed.prefix(count)), by: 3) }
        }
        #expect(throws: GzipError.corrupt) { try inflate(packed + Array("junk".utf8), by: 3) }
    }
}

import Foundation
import Gzip
import Testing

@testable import Formats

struct TarReaderTests {
    private let scratch: ZipScratch

    init() throws {
        scratch = try ZipScratch()
    }

    private func header(_ name: String, size: Int, kind: Character = "0", link: String = "") -> [UInt8] {
        var block = [UInt8](repeating: 0, count: 512)
        func put(_ text: String, at place: Int) { block.replaceSubrange(place..<(place + text.utf8.count), with: Array(text.utf8)) }
        put(name, at: 0)
        put("0000644", at: 100)
        put(String(repeating: "0", count: 11 - String(size, radix: 8).count) + String(size, radix: 8), at: 124)
        put("        ", at: 148)
        put(String(kind), at: 156)
        put(link, at: 157)
        put("ustar", at: 257)
        put("00", at: 263)
        let sum = String(block.reduce(0) { $0 + Int($1) }, radix: 8)
        put(String(repeating: "0", count: 6 - sum.count) + sum + "\0 ", at: 148)
        return block
    }

    private func file(_ name: String, _ data: [UInt8], kind: Character = "0") -> [UInt8] {
        header(name, size: data.count, kind: kind) + data + [UInt8](repeating: 0, count: (512 - data.count % 512) % 512)
    }

    private let end = [UInt8](repeating: 0, count: 1024)

    private func refusal(_ tar: [UInt8], limits: ZipLimits = ZipLimits()) throws -> ZipError? {
        let path = try scratch.file(try Gzip.compress(tar), "a.har")
        do throws(ZipError) {
            _ = try TarReader(gzip: path, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test func contentsComePieceByPiece() throws {
        let large = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let tar = file("a", Array("one".utf8)) + file("empty", []) + file("b/large", large) + end
        let path = try scratch.file(try Gzip.compress(tar), "contents.tgz")
        var (found, calls) = ([String: [UInt8]](), 0)
        let reader = try TarReader.read(gzip: path) { entry, piece in
            found[entry.path, default: []] += piece
            calls += 1
        }
        #expect(found == ["a": Array("one".utf8), "empty": [], "b/large": large])
        #expect(reader.entries.map(\.size) == [3, 0, 100_000])
        #expect(calls >= 3)
    }

    @Test func filesAreListed() throws {
        let long = "package/src/" + String(repeating: "long/", count: 25) + "name.ets"
        let pax = " path=\(long)\n"
        let record = Array("\(pax.utf8.count + 3)\(pax)".utf8)
        let tar =
            file("package/oh-package.json5", Array("{}".utf8)) + header("package/src/", size: 0, kind: "5") + file("PaxHeader", record, kind: "x")
            + file("short", [UInt8](repeating: 9, count: 70_000)) + file("././@LongLink", Array((long + "2\0").utf8), kind: "L") + file("short", [])
            + end
        let path = try scratch.file(try Gzip.compress(tar), "a.har")
        #expect(try TarReader.isGzip(path))
        let entries = try TarReader(gzip: path).entries
        #expect(
            entries == [TarEntry(path: "package/oh-package.json5", size: 2), TarEntry(path: long, size: 70_000), TarEntry(path: long + "2", size: 0)]
        )
    }

    @Test func theRulesAreThoseOfZip() throws {
        #expect(try refusal(file("../a", [1]) + end) == .climbs("../a"))
        #expect(try refusal(file("/a", [1]) + end) == .absolute("/a"))
        #expect(try refusal(header("a", size: 0, kind: "2", link: "/etc/passwd") + end) == .link("a"))
        #expect(try refusal(header("a", size: 0, kind: "1", link: "b") + end) == .link("a"))
        #expect(try refusal(header("a", size: 0, kind: "3") + end) == .link("a"))
        #expect(try refusal(file("a", [1]) + file("A", [1]) + end) == .sameName("a", "A"))
        #expect(try refusal(file("a", [1]) + file("a/b", [1]) + end) == .fileAndFolder("a"))
        #expect(try refusal(file("a", [1]) + file("b", [1]) + end, limits: ZipLimits(maxEntries: 1)) == .tooManyEntries(2))
        #expect(try refusal(file("a", [UInt8](repeating: 0, count: 4 << 20)) + end) == .ratio(nil))
        #expect(
            try refusal(file("a", [1]) + file("b", [UInt8](repeating: 1, count: 9000)) + end, limits: ZipLimits(maxUnpacked: 4096)) == .tooLarge("b")
        )
    }

    @Test func whatIsNoTarIsCalledSo() throws {
        #expect(try refusal(Array("hello".utf8)) == .damaged(nil))
        #expect(try refusal([UInt8](repeating: 1, count: 2048)) == .notAnArchive)
        #expect(try refusal(end) == .damaged(nil))
        #expect(try refusal(file("a", [1]) + Array(file("b", [1]).dropLast(600))) == .damaged("a"))
        var wrong = file("a", [1]) + file("b", [1]) + end
        wrong[1024 + 3] ^= 1
        #expect(try refusal(wrong) == .damaged("a"))
    }

    @Test func damageNeverCrashes() throws {
        var random = SeededGenerator(seed: 0x7A5)
        let tar = file("package/a", Array("abc".utf8)) + file("PaxHeader", Array("16 path=some/th\n".utf8), kind: "x") + file("b", [1, 2, 3]) + end
        var taken = 0
        for _ in 0..<2000 {
            let path = try scratch.file(try Gzip.compress(random.damage(tar)), "a.har")
            if let reader = try? TarReader(gzip: path) { taken += reader.entries.count > 0 ? 1 : 0 }
        }
        #expect(taken > 20)
    }
}

import Foundation
import Gzip
import Testing

@testable import Formats

/// Archives that cost little to send and much to read.
struct ZipBombTests {
    private let scratch: ZipScratch

    init() throws {
        scratch = try ZipScratch()
    }

    @Test func tenMillionEntriesAreRefusedUnread() throws {
        var forge = ZipForge(.init("a"))
        forge.isLong = true
        forge.count = 10_000_000
        let start = ContinuousClock.now
        #expect(try scratch.refusal(forge.bytes) == .tooManyEntries(10_000_000))
        // Also when they are there: 460 MB of holes that say so many.
        let path = try scratch.file([])
        let end = Array(forge.bytes.suffix(98))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.seek(toOffset: 460_000_000)
        try file.write(contentsOf: Self.end(count: 10_000_000, size: 460_000_000))
        try file.close()
        #expect(end.count == 98)
        #expect(throws: ZipError.tooManyEntries(10_000_000)) { try ZipReader(path: path) }
        #expect(ContinuousClock.now - start < .seconds(5))
    }

    private static func end(count: UInt64, size: UInt64) -> [UInt8] {
        let record = ZipForge.word(0x0606_4B50, 4) + ZipForge.word(44, 8) + ZipForge.word(45, 4) + ZipForge.word(0, 8)
        let declared = ZipForge.word(count, 8) + ZipForge.word(count, 8) + ZipForge.word(size, 8) + ZipForge.word(0, 8)
        let locator = ZipForge.word(0x0706_4B50, 4) + ZipForge.word(0, 4) + ZipForge.word(size, 8) + ZipForge.word(1, 4)
        return record + declared + locator + ZipForge.word(0x0605_4B50, 4) + ZipForge.word(0, 4) + ZipForge.word(0xFFFF_FFFF, 4)
            + ZipForge.word(UInt64(UInt32.max), 4) + ZipForge.word(UInt64(UInt32.max), 4) + ZipForge.word(0, 2)
    }

    @Test func moreOrFewerEntriesThanDeclaredAreRefused() throws {
        for count in [0, 1, 3] as [UInt64] {
            var forge = ZipForge(.init("a"), .init("b"))
            forge.count = count
            #expect(try scratch.refusal(forge.bytes) == .damaged(nil))
        }
        var forge = ZipForge(.init("a"), .init("b"))
        forge.directorySize = 47
        #expect(try scratch.refusal(forge.bytes) == .damaged(nil))
    }

    @Test func limitsAreExact() throws {
        let forge = ZipForge(.init("a"), .init("b"))
        #expect(try scratch.refusal(forge.bytes, limits: ZipLimits(maxEntries: 2, maxDirectory: 94, maxUnpacked: 8)) == nil)
        #expect(try scratch.refusal(forge.bytes, limits: ZipLimits(maxEntries: 1)) == .tooManyEntries(2))
        #expect(try scratch.refusal(forge.bytes, limits: ZipLimits(maxDirectory: 93)) == .largeDirectory(94))
        #expect(try scratch.refusal(forge.bytes, limits: ZipLimits(maxUnpacked: 7)) == .tooLarge("b"))
    }

    @Test func aHighRatioIsRefusedUnread() throws {
        let zeros = [UInt8](repeating: 0, count: 4 << 20)
        #expect(try scratch.refusal(ZipForge(.init("ok"), .init("bomb", zeros, deflated: true)).bytes) == .ratio("bomb"))
        // A blank picture is none.
        #expect(try scratch.refusal(ZipForge(.init("blank", Array(zeros.prefix(64 << 10)), deflated: true)).bytes) == nil)
        // Many of them are.
        var many = ZipForge()
        many.items = (0..<100).map { .init("blank\($0)", Array(zeros.prefix(64 << 10)), deflated: true) }
        #expect(try scratch.refusal(many.bytes) == .ratio(nil))
    }

    @Test func aLieAboutTheSizeIsFoundInTime() throws {
        var item = ZipForge.Item("bomb", [UInt8](repeating: 0, count: 16 << 20), deflated: true)
        item.size = 4096
        var read = 0
        let archive = try scratch.reader(ZipForge(item))
        #expect(throws: ZipError.damaged("bomb")) { try archive.read(0) { read += $0.count } }
        #expect(read <= 4096)
    }

    /// As in David Fifield's bombs: a hundred entries of one piece of data.
    @Test func sharedDataIsRefused() throws {
        var forge = ZipForge(.init("0", [UInt8](repeating: 5, count: 2000)))
        for index in 1..<100 {
            var item = forge.items[0]
            item.name = Array("\(index)".utf8)
            item.offset = 0
            forge.items.append(item)
        }
        var bytes = forge.bytes
        #expect(try scratch.refusal(bytes) != nil)
        // The same with their data really there once only.
        let data = ZipForge(forge.items[0]).bytes
        let directory = try #require(bytes.indices.first { bytes[$0...].prefix(4).elementsEqual([0x50, 0x4B, 1, 2]) })
        let start = data.count - 22 - 47
        bytes = Array(data[..<start]) + bytes[directory...]
        bytes.replaceSubrange((bytes.count - 6)..<(bytes.count - 2), with: ZipForge.word(UInt64(start), 4))
        // The third does not fit beside the others any more.
        #expect(try scratch.refusal(bytes) == .damaged("3"))
    }

    /// libzip tries each place in the tail that looks like an end record.
    @Test func whatLooksLikeAnotherEndIsCountedToo() throws {
        let small = ZipForge(.init("classes.jar", ZipForge(.init("a.class")).bytes))
        #expect(try scratch.refusal(small.bytes, limits: ZipLimits(maxDirectory: 1000)) == nil)
        // One in the comment, whose directory would be everything before it.
        var forge = ZipForge(.init("x", [UInt8](repeating: 0, count: 5000)))
        let before = UInt64(forge.bytes.count)
        forge.comment = ZipForge.word(0x0605_4B50, 4) + ZipForge.word(0, 8) + ZipForge.word(before, 4) + ZipForge.word(0, 4) + ZipForge.word(7, 2)
        #expect(try scratch.refusal(forge.bytes, limits: ZipLimits(maxDirectory: 1000)) == .largeDirectory(Int(before) + 47))
        #expect(try scratch.refusal(forge.bytes) == nil)
    }

    /// Any bytes are answered in time, and what is taken for an archive keeps to the rules.
    @Test func damageNeverCrashesAndNeverTakesLong() throws {
        var random = SeededGenerator(seed: 0x21A5)
        let text = [UInt8](String(repeating: "deflated ", count: 40).utf8)
        var long = ZipForge.Item("dir/long", text)
        long.isLong = true
        var forge = ZipForge(.init("dir/"), .init("dir/file", text, deflated: true), .init("other"), long)
        var samples = [forge.bytes]
        forge.isLong = true
        samples.append(forge.bytes)
        var taken = 0
        for turn in 0..<1000 {
            let path = try scratch.file(random.damage(samples[turn % 2]))
            let start = ContinuousClock.now
            defer { #expect(ContinuousClock.now - start < .seconds(5)) }
            guard let archive = try? ZipReader(path: path, limits: ZipLimits(maxUnpacked: 1 << 20)) else { continue }
            taken += 1
            #expect(archive.entries.reduce(0) { $0 + $1.size } <= 1 << 20)
            try? archive.verify()
        }
        #expect(taken > 100)
    }
}

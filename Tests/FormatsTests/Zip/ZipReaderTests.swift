import Foundation
import Gzip
import Testing

@testable import Formats

struct ZipReaderTests {
    private let scratch: ZipScratch

    init() throws {
        scratch = try ZipScratch()
    }

    @Test func entriesAreReadAndVerified() throws {
        let text = [UInt8](String(repeating: "library ", count: 900).utf8)
        let archive = try scratch.reader(ZipForge(.init("X.framework/"), .init("X.framework/X", text, deflated: true), .init("X.framework/模块.h")))
        #expect(archive.entries.map(\.path) == ["X.framework/", "X.framework/X", "X.framework/模块.h"])
        #expect(archive.entries.map(\.isDirectory) == [true, false, false])
        #expect(archive.entries[1].size == text.count && archive.entries[1].packedSize < text.count / 10)
        #expect(try archive.read(1, upTo: text.count) == text)
        #expect(throws: ZipError.tooLarge("X.framework/X")) { try archive.read(1, upTo: text.count - 1) }
        var pieces: [UInt8] = []
        try archive.read(1) { pieces += $0 }
        #expect(pieces == text)
        try archive.verify()
    }

    @Test func whatIsNoArchiveIsCalledSo() throws {
        let whole = ZipForge(.init("a")).bytes
        for bytes in [[], Array("not an archive".utf8), [UInt8](repeating: 0, count: 100_000), Array(whole.dropLast())] {
            #expect(try scratch.refusal(bytes) == .notAnArchive)
        }
        #expect(throws: ZipError.self) { try ZipReader(path: scratch.path + "/none") }
        #expect(throws: ZipError.notAnArchive) { try ZipReader(path: scratch.path) }
    }

    @Test(arguments: [
        ("../a", ZipError.climbs("../a")), ("a/../../b", .climbs("a/../../b")), ("a/..", .climbs("a/..")), ("..", .climbs("..")),
        ("/etc/passwd", .absolute("/etc/passwd")), ("C:/a", .absolute("C:/a")), ("c:a", .absolute("c:a")),
        ("a\\b", .badName("a\\b")), ("..\\a", .badName("..\\a")), ("a//b", .badName("a//b")), ("./a", .badName("./a")), ("", .badName("")),
        ("a\u{1B}b", .badName("a\u{1B}b")), ("a\nb", .badName("a\nb")), ("a\u{7F}", .badName("a\u{7F}")),
        ("gpj.\u{202E}exe", .badName("gpj.\u{202E}exe")),
    ])
    func namesThatLeaveOrHideAreRefused(_ name: String, _ error: ZipError) throws {
        #expect(try scratch.refusal(ZipForge(.init("ok"), .init(name)).bytes) == error)
    }

    @Test func namesEndBeforeNoZero() throws {
        #expect(try scratch.refusal(ZipForge(.init("a.h\u{0}/../b")).bytes) == .badName("a.h\u{0}/../b"))
    }

    @Test func namesHaveToBeUTF8() throws {
        var item = ZipForge.Item("x")
        item.name = [0x61, 0xFF]
        #expect(try scratch.refusal(ZipForge(item).bytes) == .badName("a\u{FFFD}"))
        // What libzip would call it is in an extra field; here the flag only says that it is UTF-8, which it is.
        item = ZipForge.Item("中")
        item.flags = 0x800
        #expect(try scratch.refusal(ZipForge(item).bytes) == nil)
    }

    @Test func longAndDeepNamesAreRefused() throws {
        #expect(try scratch.refusal(ZipForge(.init(String(repeating: "n", count: 1024))).bytes) == nil)
        let long = try scratch.refusal(ZipForge(.init(String(repeating: "n", count: 1025))).bytes)
        #expect(long == .longName(String(repeating: "n", count: 80) + "…"))
        let deep = String(repeating: "d/", count: 31)
        #expect(try scratch.refusal(ZipForge(.init(deep + "f")).bytes) == nil)
        #expect(try scratch.refusal(ZipForge(.init(deep + "d/f")).bytes) == .deep(deep + "d/f"))
    }

    @Test(arguments: [0o120777, 0o020666, 0o010644, 0o140755, 0o060660] as [UInt32])
    func linksAndDevicesAreRefused(_ mode: UInt32) throws {
        var item = ZipForge.Item("lib/current", Array("/etc/passwd".utf8))
        item.attributes = mode << 16
        #expect(try scratch.refusal(ZipForge(item).bytes) == .link("lib/current"))
        item.attributes = 0o100644 << 16
        #expect(try scratch.refusal(ZipForge(item).bytes) == nil)
    }

    @Test func encryptedAndOddlyPackedEntriesAreRefused() throws {
        for flags in [1, 0x41, 0x2000] as [UInt16] {
            var item = ZipForge.Item("secret")
            item.flags = flags
            #expect(try scratch.refusal(ZipForge(item).bytes) == .encrypted("secret"))
        }
        for method in [1, 9, 12, 14, 95, 99] as [UInt16] {
            var item = ZipForge.Item("odd")
            item.method = method
            #expect(try scratch.refusal(ZipForge(item).bytes) == .method("odd"))
        }
    }

    @Test(arguments: [
        ("a/Info.plist", "a/Info.plist", "a/Info.plist", "a/Info.plist"), ("A.h", "a.h", "A.h", "a.h"), ("é", "e\u{301}", "é", "e\u{301}"),
        ("STRASSE", "straße", "STRASSE", "straße"), ("Headers/a.h", "headers/b.h", "Headers/", "headers/"), ("d/", "d/", "d/", "d/"),
    ])
    func whatADiskTakesForOneIsRefused(_ one: String, _ other: String, _ first: String, _ second: String) throws {
        #expect(try scratch.refusal(ZipForge(.init(one, []), .init(other, [])).bytes) == .sameName(first, second))
    }

    @Test func caseMayMatter() throws {
        let archive = ZipForge(.init("res/-A.xml"), .init("res/-a.xml")).bytes
        #expect(try scratch.refusal(archive, limits: ZipLimits(ignoresCase: false)) == nil)
        #expect(try scratch.refusal(ZipForge(.init("a"), .init("a")).bytes, limits: ZipLimits(ignoresCase: false)) == .sameName("a", "a"))
    }

    @Test func nothingIsFileAndFolder() throws {
        #expect(try scratch.refusal(ZipForge(.init("a"), .init("a/b")).bytes) == .fileAndFolder("a"))
        #expect(try scratch.refusal(ZipForge(.init("a/b"), .init("a")).bytes) == .fileAndFolder("a"))
        #expect(try scratch.refusal(ZipForge(.init("a/", []), .init("A")).bytes) == .fileAndFolder("A"))
    }

    @Test func dataIsComparedWithWhatIsDeclared() throws {
        let text = Array("some text that is long enough to be deflated".utf8)
        for deflated in [false, true] {
            var item = ZipForge.Item("f", text, deflated: deflated)
            item.crc ^= 1
            #expect(try scratch.refusal(ZipForge(item).bytes) == .damaged("f"))
            item = ZipForge.Item("f", text, deflated: deflated)
            item.size -= 1
            #expect(try scratch.refusal(ZipForge(item).bytes) == .damaged("f"))
            item.size += 2
            #expect(try scratch.refusal(ZipForge(item).bytes) == .damaged("f"))
        }
        var item = ZipForge.Item("f", text)
        item.localName = Array("g".utf8)
        #expect(try scratch.refusal(ZipForge(item).bytes) == .damaged(nil))
    }

    @Test func longFieldsAreRead() throws {
        var item = ZipForge.Item("big", Array("64 bits".utf8))
        item.isLong = true
        var forge = ZipForge(item, .init("small"))
        forge.isLong = true
        #expect(try scratch.refusal(forge.bytes) == nil)
        #expect(try scratch.reader(forge).entries.map(\.size) == [7, 4])
    }

    @Test func aCommentAndAnArchiveInTheArchiveAreNoTrouble() throws {
        let inner = ZipForge(.init("com/a.class")).bytes
        var forge = ZipForge(.init("classes.jar", inner), .init("AndroidManifest.xml"))
        forge.comment = Array("channel=华为".utf8)
        #expect(try scratch.refusal(forge.bytes) == nil)
        #expect(try scratch.reader(forge).entries.map(\.path) == ["classes.jar", "AndroidManifest.xml"])
        forge.gap = [UInt8](repeating: 7, count: 4096)
        #expect(try scratch.refusal(forge.bytes) == nil)
    }
}

import Foundation
import Testing

@testable import Formats

struct PlistTests {
    private static let date = Date(timeIntervalSince1970: 1_795_228_800)
    private static let value = PlistValue.dictionary([
        "name": .string("模块 & <b>"), "long": .string(String(repeating: "x", count: 300)), "number": .integer(-5), "real": .real(1.5),
        "yes": .boolean(true), "no": .boolean(false), "date": .date(date), "data": .data([0, 1, 0xFF]),
        "list": .list([.string("a"), .list([]), .dictionary([:])]),
    ])
    private static let xml = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <!-- <dict> --><plist version="1.0"><dict>
        <key>name</key><string>模块 &amp; <![CDATA[<b]]>&#x3E;</string><key>long</key><string>\(String(repeating: "x", count: 300))</string>
        <key>number</key><integer> -5 </integer><key>real</key><real>1.5</real><key>yes</key><true/><key>no</key><false/>
        <key>date</key><date>2026-11-21T02:40:00Z</date><key>data</key><data>
            AAH/
        </data><key>list</key><array><string>a</string><array/><dict></dict></array>
        </dict></plist>
        """

    @Test func bothFormsSayTheSame() throws {
        #expect(try Plist.read(PlistForge(Self.value).bytes) == Self.value)
        #expect(try Plist.read(Array(Self.xml.utf8)) == Self.value)
        #expect(try Plist.read([0xEF, 0xBB, 0xBF] + Array(Self.xml.utf8)) == Self.value)
    }

    @Test func foundationsOwnAreRead() throws {
        let list: [String: Any] = ["a": [1, 2.5, "é"], "d": Data([1]), "t": Self.date, "n": UInt64.max]
        for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
            let bytes = [UInt8](try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0))
            let read = try Plist.read(bytes)
            #expect(read["a"] == .list([.integer(1), .real(2.5), .string("é")]) && read["d"]?.data == [1] && read["t"]?.date == Self.date)
        }
    }

    /// Ten names of a list of ten names, eight deep: 148 bytes that were 6 GB.
    @Test func aListThatNamesListsIsCounted() throws {
        var objects: [[UInt8]] = (0..<8).map { level in [0xAA] + [UInt8](repeating: UInt8(level + 1), count: 10) }
        objects.append([0x08])
        let start = ContinuousClock.now
        #expect(throws: FormatError.tooLarge) { try Plist.read(PlistForge(objects: objects).bytes) }
        #expect(ContinuousClock.now - start < .seconds(2))
    }

    /// A thousand times the same text of 32 KB is 32 MB.
    @Test func aTextThatIsNamedOftenCountsAsOften() throws {
        let text = [0x5F, 0x11] + PlistForge.big(32_000, 2) + [UInt8](repeating: 0x61, count: 32_000)
        let list = [0xAF, 0x11] + PlistForge.big(1000, 2) + [UInt8](repeating: 0, count: 1000)
        var forge = PlistForge(objects: [text, list])
        forge.root = 1
        #expect(throws: FormatError.tooLarge) { try Plist.read(forge.bytes) }
    }

    @Test func aListInItselfIsTooDeep() {
        #expect(throws: FormatError.tooDeep) { try Plist.read(PlistForge(objects: [[0xA1, 0]]).bytes) }
        let deep = "<plist>" + String(repeating: "<array>", count: 150_000)
        #expect(throws: FormatError.tooDeep) { try Plist.read(Array(deep.utf8)) }
    }

    @Test(arguments: [
        "", "<plist>", "<plist></plist>", "<dict></dict>", "<plist><string>a</plist>", "<plist><dict><string>a</string></dict></plist>",
        "<plist><string>&unknown;</string></plist>", "<plist><string>&#xD800;</string></plist>", "<plist><integer>x</integer></plist>",
        "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>", "<plist><true/></plist><plist>", "<plist><true/>", "<plist><data>",
        "<plist><string><![CDATA[", "<!--", "{ a = b; }",
    ])
    func whatIsNoneIsRefused(_ text: String) {
        #expect(throws: FormatError.malformed) { try Plist.read(Array(text.utf8)) }
    }

    @Test func theTrailerCannotLeadOut() {
        let whole = PlistForge(Self.value).bytes
        for count in 0..<whole.count { _ = try? Plist.read(Array(whole.prefix(count))) }
        for place in (whole.count - 32)..<whole.count {
            for byte in [UInt8(0), 1, 0x7F, 0xFF] {
                var bytes = whole
                bytes[place] = byte
                _ = try? Plist.read(bytes)
            }
        }
        #expect(throws: FormatError.malformed) { try Plist.read(Array("bplist00".utf8)) }
        #expect(throws: FormatError.malformed) { try Plist.read(Array("bplist00".utf8) + [UInt8](repeating: 0xFF, count: 40)) }
    }

    @Test func damagedOnesDoNotTrap() throws {
        var generator = SeededGenerator(seed: 7)
        for bytes in [PlistForge(Self.value).bytes, Array(Self.xml.utf8)] {
            for _ in 0..<3000 { _ = try? Plist.read(generator.damage(bytes)) }
        }
    }
}

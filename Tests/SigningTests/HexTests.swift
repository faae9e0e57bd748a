import Signing
import Testing

struct HexTests {
    @Test func roundTrip() {
        let bytes = (0...255).map { UInt8($0) }
        #expect(Hex.decode(Hex.encode(bytes)) == bytes)
        #expect(Hex.encode([0, 15, 16, 255]) == "000f10ff")
        #expect(Hex.encode([]).isEmpty)
    }

    @Test func bothCasesAreRead() {
        #expect(Hex.decode("DEADbeef") == [0xde, 0xad, 0xbe, 0xef])
        #expect(Hex.decode("") == [])
    }

    @Test(arguments: ["0", "0g", "0x00", " 00", "00 ", "+1", "é0", "００", "0\u{301}"])
    func anythingElseIsRefused(_ text: String) {
        #expect(Hex.decode(text) == nil)
    }
}

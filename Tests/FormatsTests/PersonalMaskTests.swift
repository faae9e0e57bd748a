import Formats
import Testing

@Suite struct PersonalMaskTests {
    @Test(arguments: [
        ("call 13812345678 now", "call 138****5678 now"),
        ("+8613812345678", "+86138****5678"),
        ("8613812345678,", "86138****5678,"),
        ("+86 138-1234-5678", "+86 138-****-5678"),
        ("138 1234 5678", "138 **** 5678"),
        ("phone=19900001111&x", "phone=199****1111&x"),
        ("to +4915112345678.", "to +491********78."),
        ("用户13812345678。", "用户138****5678。"),
        ("ann.lee@example.com", "a******@example.com"),
        ("<a@example.co.uk>", "<*@example.co.uk>"),
        ("mail user+tag@mail.example.com, 13812345678", "mail u*******@mail.example.com, 138****5678"),
        ("13812345678@example.com", "138****5***@example.com"),
    ]) func personalDataIsHidden(text: String, expected: String) {
        #expect(PersonalMask.masked(text) == expected)
        #expect(expected.utf8.count == text.utf8.count)
    }

    @Test(arguments: [
        "0x0000000113812345678", "113812345678", "1381234567", "12812345678", "a13812345678", "13812345678a", "1732294556123",
        "start + 13812345", "func+13812345678", "icon@2x.png", "@16@0:8", "-[A b@c]", "v24@0:8@16", "a@b", "a@b.1", "libobjc.A.dylib",
        "2026-11-22 16:55:56.123", "com.example.app", "138 1234 56789", "", "@", "+", "86", "86 ",
    ]) func whatIsNotPersonalStays(text: String) {
        #expect(PersonalMask.masked(text) == text)
    }

    @Test func anyBytesKeepTheirLength() {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array("0123456789186@.+- _%ax".utf8) + [0x00, 0xFF, 0x0A]
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0...60, using: &generator)).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
            var masked = bytes
            PersonalMask.mask(&masked)
            #expect(masked.count == bytes.count)
            #expect(zip(masked, bytes).allSatisfy { $0 == $1 || $0 == UInt8(ascii: "*") })
        }
    }

    @Test func longTextsTakeATimeThatGrowsWithThem() {
        for unit in ["1", "a", "a@", "@", "86 ", "138 1234 ", "+1", "a.", "a@b."] {
            var bytes = [UInt8](String(repeating: unit, count: 1_000_000 / unit.utf8.count).utf8)
            let start = ContinuousClock.now
            PersonalMask.mask(&bytes)
            #expect(ContinuousClock.now - start < .seconds(5))
        }
    }
}

import Testing

@testable import Console

struct OperationsLogTests {
    @Test(arguments: [
        ("a\nb", #"a\nb"#), ("a\r\nb", #"a\r\nb"#), ("a\u{0}b", #"a\0b"#), ("\u{1B}[2J", #"\u{1B}[2J"#), ("a\u{2028}b", #"a\u{2028}b"#),
        ("闪退 \"x\"", "闪退 \"x\""),
    ])
    func whatCameFromOutsideStaysOnItsLine(_ text: String, _ line: String) {
        #expect(OperationsLog.oneLine(text) == line)
    }
}

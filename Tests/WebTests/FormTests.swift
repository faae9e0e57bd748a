import Testing

@testable import Web

struct FormTests {
    @Test func readsFieldsInTheirOrder() throws {
        let form = try Form(encoded: "a=1&b=x+y%20z&a=2&empty=&bare&c=1=2&&%E4%BD%A0=%26")
        #expect(form.fields.map(\.name) == ["a", "b", "a", "empty", "bare", "c", "\u{4F60}"])
        #expect(form.fields.map(\.value) == ["1", "x y z", "2", "", "", "1=2", "&"])
        #expect(form["a"] == "2")
        #expect(form.all("a") == ["1", "2"])
        #expect(form["missing"] == nil)
    }

    /// As `Character`s, `&` and `=` with an accent behind them would separate nothing.
    @Test func separatorsAreBytes() throws {
        let form = try Form(encoded: "a=1&\u{0301}b=\u{0301}2")
        #expect(form.fields.count == 2)
        #expect(form["\u{0301}b"] == "\u{0301}2")
    }

    @Test(arguments: ["a=%", "a=%4", "a=%zz", "%=1", "a=%FF", "a=%C3%28", "a=x%00y", "%00=1"]) func brokenEscapesAreMalformed(text: String) {
        #expect(throws: Problem(.malformed, "web.form.malformed")) { try Form(encoded: text) }
    }

    @Test func aThousandFieldsAreTheMost() throws {
        #expect(try Form(encoded: Array(repeating: "a=1", count: 1_000).joined(separator: "&")).fields.count == 1_000)
        #expect(throws: Problem(.malformed, "web.form.malformed")) { try Form(encoded: Array(repeating: "a=1", count: 1_001).joined(separator: "&")) }
    }

    @Test func whatItWritesItReads() throws {
        let form = Form([("a b", "1&2=3"), ("c", "\u{4F60}\"\u{200D}"), ("d", "")])
        let back = try Form(encoded: form.encoded)
        #expect(back.fields.map(\.name) == form.fields.map(\.name))
        #expect(back.fields.map(\.value) == form.fields.map(\.value))
        #expect(form.encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    }

    @Test func settingChangesOneFilter() throws {
        let form = try Form(encoded: "a=1&b=&c=3")
        #expect(form.setting("a", "2").encoded == "c=3&a=2")
        #expect(form.setting("a", nil).encoded == "c=3")
    }
}

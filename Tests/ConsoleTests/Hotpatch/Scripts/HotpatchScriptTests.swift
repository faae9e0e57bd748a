import Foundation
import Testing
import Web

@testable import Console

struct HotpatchScriptTests {
    @Test func whatIsNoScript() {
        for (bytes, key) in [
            ([], "empty"), (Array(" \n\t".utf8), "empty"), ([0x1B, 0x4C, 0x75, 0x61], "binary"), ([0x61, 0x00], "binary"), ([0xFF, 0xFE], "binary"),
            ([UInt8](repeating: 0x61, count: HotpatchPackageLimits.script + 1), "large"),
        ] {
            let problem = #expect(throws: Problem.self) { try HotpatchScript.read(bytes) }
            #expect(problem?.rejections.first?.message.key == "hotpatch.scripts.\(key)")
        }
        #expect(throws: Never.self) { try HotpatchScript.read(Array("local 名 = 1\r\n".utf8)) }
    }

    private func kinds(_ script: String, _ language: HotpatchLanguage) -> [String] {
        HotpatchScript.highlight(Array(script.utf8), language).map { line in
            line.pieces.filter { $0.kind != .plain }.map { "\($0.kind):\($0.text)" }.joined(separator: " ")
        }
    }

    @Test func lua() {
        #expect(
            kinds("local x = 0x1F -- end\nreturn 'a\\'b', [[c\nd]] .. \"e\"", .lua) == [
                "keyword:local number:0x1F comment:-- end", "keyword:return string:'a\\'b' string:[[c", "string:d]] string:\"e\"",
            ]
        )
        #expect(kinds("--[==[ a ]] \n b ]==] end\n--[ c", .lua) == ["comment:--[==[ a ]] ", "comment: b ]==] keyword:end", "comment:--[ c"])
    }

    @Test func javascript() {
        #expect(
            kinds("const a = /[/\"]+/g; // x\nlet b = a / 2 / 1", .javascript) == [
                "keyword:const string:/[/\"]+/g comment:// x", "keyword:let number:2 number:1",
            ]
        )
        #expect(
            kinds("`a\n${b}` /* c\n*/ return 'd", .javascript) == ["string:`a", "string:${b}` comment:/* c", "comment:*/ keyword:return string:'d"]
        )
    }

    @Test func nothingIsLost() {
        let script = "a\tb = \"c\\\n\"\r\n\n/* \u{1F600} ` ' [[ --\n]]x"
        for language in HotpatchLanguage.allCases {
            let lines = HotpatchScript.highlight(Array(script.utf8), language)
            #expect(lines.map { $0.pieces.map(\.text).joined() } == ["a\tb = \"c\\", "\"", "", "/* \u{1F600} ` ' [[ --", "]]x"])
            #expect(lines.map(\.number) == [1, 2, 3, 4, 5])
        }
    }

    @Test func whatIsShownIsBounded() {
        let long = HotpatchScript.highlight([UInt8](repeating: 0x61, count: 100_000), .lua)
        #expect(long[0].pieces.map(\.kind) == [.plain, .cut])
        let wide = HotpatchScript.highlight(Array(String(repeating: "字", count: 1_000).utf8), .lua)
        #expect(wide[0].pieces.map(\.text) == [String(repeating: "字", count: HotpatchScriptLimits.shownLine / 3), "…"])
        let many = Array(String(repeating: "x\n", count: HotpatchScriptLimits.shownLines + 7).utf8)
        #expect(HotpatchScript.highlight(many, .lua).count == HotpatchScriptLimits.shownLines)
        #expect(HotpatchScript.hiddenLines(many) == 7)
    }

    // MARK: parsers

    private static let hasLua = ["luac", "luac5.4", "luac5.3", "luac5.1"].contains { SymbolizerPath.find($0) != nil }
    private static let hasNode = ["node", "nodejs"].contains { SymbolizerPath.find($0) != nil }

    @Test(.enabled(if: hasLua)) func luaIsChecked() async {
        #expect(await HotpatchScripts().check(Array("return 1\n".utf8), .lua) == .right)
        guard case .wrong(let line, let message) = await HotpatchScripts().check(Array("local a = 1\nif a then\n".utf8), .lua) else {
            Issue.record("not refused")
            return
        }
        #expect(line == 3 || line == 2)
        #expect(message.contains("end"))
    }

    @Test(.enabled(if: hasNode)) func javascriptIsChecked() async {
        #expect(await HotpatchScripts().check(Array("let a = 1;\n".utf8), .javascript) == .right)
        guard case .wrong(let line, let message) = await HotpatchScripts().check(Array("let a = 1;\nlet b b;\n".utf8), .javascript) else {
            Issue.record("not refused")
            return
        }
        #expect(line == 2)
        #expect(message.contains("SyntaxError"))
    }

    @Test func withoutParsersNobodyKnows() async {
        let scripts = HotpatchScripts(luac: ["no-such-program"], node: ["no-such-program"])
        #expect(await scripts.check(Array("(".utf8), .lua) == .unchecked(.noLua))
        #expect(await scripts.check(Array("(".utf8), .javascript) == .unchecked(.noNode))
        #expect(await HotpatchScripts(luac: ["/bin/false"]).check(Array("(".utf8), .lua) == .unchecked(.noAnswer))
    }

    @Test func wordsOfParsers() {
        let lua = HotpatchParserWords(.lua, path: "/very/long/hotpatch-1.lua")
        #expect(lua.read(Array("luac: ...long/hotpatch-1.lua:3: '=' expected near 'x'\n".utf8)) == .wrong(line: 3, message: "'=' expected near 'x'"))
        #expect(lua.read(Array("not enough memory".utf8)) == .unchecked(.noAnswer))
        let node = HotpatchParserWords(.javascript, path: "/t/hotpatch-1.js")
        let said = "/t/hotpatch-1.js:2\nlet b b;\n      ^\n\nSyntaxError: Unexpected identifier 'b'\n    at x\n"
        #expect(node.read(Array(said.utf8)) == .wrong(line: 2, message: "SyntaxError: Unexpected identifier 'b'"))
    }
}

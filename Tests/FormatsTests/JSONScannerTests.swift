import Foundation
import Testing

@testable import Formats

struct JSONScannerTests {
    private func texts(_ text: String) throws -> [String]? {
        let bytes = Array(text.utf8)
        return try JSONScanner.elements(of: bytes)?.map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    @Test func elementsAreFoundAsTheyStand() throws {
        #expect(try texts(" [ {\"a\" : [1,2]} , \"x\\\"]\" ,-1.5e+3,null] ") == ["{\"a\" : [1,2]}", "\"x\\\"]\"", "-1.5e+3", "null"])
        #expect(try texts("[]") == [])
        #expect(try texts("{\"a\":1}") == nil)
        #expect(try texts("\"[1]\"") == nil)
    }

    @Test(arguments: [
        "", " ", "[", "[1", "[1,]", "[,1]", "[1]]", "[01]", "[1.]", "[.5]", "[+1]", "[1e]", "[nul]", "[\"a]", "[\"\\x\"]", "[\"\\u12g4\"]",
        "[\"\u{01}\"]", "[{a:1}]", "[{\"a\"}]", "[{\"a\":}]", "[{\"a\":1,}]", "[1 2]", "[NaN]", "['a']", "\u{FEFF}[]",
    ])
    func whatIsNotJSONIsRefused(_ text: String) {
        #expect(throws: JSONScanner.Fault.self) { try texts(text) }
    }

    @Test func depthIsBounded() throws {
        func nested(_ depth: Int) -> [UInt8] { Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8) }
        #expect(try JSONScanner.elements(of: nested(64))?.count == 1)
        #expect(throws: JSONScanner.Fault.tooDeep) { try JSONScanner.elements(of: nested(65)) }
        #expect(throws: JSONScanner.Fault.tooDeep) { try JSONScanner.elements(of: nested(1_000_000)) }
    }

    @Test func aMemberIsFoundOnTheOutermostLevelOnly() throws {
        let bytes = Array(#"[{"x":{"_requestBody":1},"_requestBody":{"a":2}},3]"#.utf8)
        let elements = try #require(try JSONScanner.elements(of: bytes))
        let member = try #require(try JSONScanner.member("_requestBody", of: bytes, in: elements[0]))
        #expect(String(decoding: bytes[member], as: UTF8.self) == #"{"a":2}"#)
        #expect(try JSONScanner.member("x_", of: bytes, in: elements[0]) == nil)
        #expect(try JSONScanner.member("a", of: bytes, in: elements[1]) == nil)
    }

    /// Against Foundation's reader, on texts made of JSON's own pieces. Foundation takes a comma before a bracket too.
    @Test func whatItTakesFoundationTakes() {
        var random = SeededGenerator(seed: 4)
        let pieces = ["[", "]", "{", "}", ",", ":", "\"a\"", "\"\\n\"", "1", "-0.5", "2E-1", "true", "null", " ", "\"", "\\", "0", "tru", "\t"]
        var taken = 0
        for _ in 0..<20_000 {
            let text = "[" + (0..<Int.random(in: 0...8, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined() + "]"
            let ours = (try? JSONScanner.elements(of: Array(text.utf8))) != nil
            let theirs = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) != nil
            #expect(!ours || theirs, "\(String(reflecting: text))")
            taken += ours ? 1 : 0
        }
        #expect(taken > 500)
    }
}

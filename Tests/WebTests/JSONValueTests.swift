import Foundation
import Testing

@testable import Web

struct JSONValueTests {
    @Test(arguments: [
        "0", "-1", "0.1", "2.5", "9223372036854775807", "1e+300", "true", "null", #""1""#, "[]", "{}", #"{"a":[1,{"b":null}],"c":"/"}"#,
    ])
    func valuesGoOutAsTheyCameIn(text: String) {
        #expect(JSONValue(text: text)?.text() == text)
    }

    @Test func equalValuesHaveEqualTexts() {
        #expect(JSONValue(text: "1.0") == .integer(1))
        #expect(JSONValue(text: #"{"b":1,"a":2}"#)?.text() == #"{"a":2,"b":1}"#)
        #expect(JSONValue(text: "1") != JSONValue(text: "true"))
    }

    @Test(arguments: ["", "{", "NaN", "1e400", "'a'", "1 2"])
    func whatIsNotJSONIsNoValue(text: String) {
        #expect(JSONValue(text: text) == nil)
    }

    @Test func depthCountsBrackets() {
        #expect(JSONValue(text: "1")?.depth == 0)
        #expect(JSONValue(text: #"[{"a":[]}, 1]"#)?.depth == 3)
    }

    private struct Body: Codable {
        let value: JSONValue
        let perhaps: JSONValue?
        let list: [JSONValue]
    }

    @Test func itHasNoShape() throws {
        #expect(try Shape.of(Body.self) == .object(["value": .any, "perhaps": .optional(.any), "list": .array(.any)]))
    }
}

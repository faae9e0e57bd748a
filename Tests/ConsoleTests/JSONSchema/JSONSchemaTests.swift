import Testing
import Web

@testable import Console

/// The words that schemas of switches may not have; the others are in SwitchSchemaTests.
struct JSONSchemaTests {
    private func value(_ text: String) throws -> JSONValue {
        try #require(JSONValue(text: text))
    }

    @Test(arguments: [
        (#"{"properties":{"a":{}},"additionalProperties":false}"#, ["{}", #"{"a":1}"#, "1"], [#"{"b":1}"#, #"{"a":1,"b":1}"#]),
        (#"{"properties":{"a":{}},"additionalProperties":{"type":"string"}}"#, [#"{"a":1,"b":"x"}"#], [#"{"b":1}"#]),
        (#"{"additionalProperties":true}"#, [#"{"b":1}"#], []), (#"{"const":1}"#, ["1", "1.0"], ["2", "\"1\""]),
        (#"{"minLength":2,"pattern":"^[a-z]+$"}"#, [#""ab""#, "7"], [#""a""#, #""a1""#, #""AB""#]),
        (#"{"pattern":"b"}"#, [#""abc""#], [#""ac""#]),
        (#"{"minItems":1,"uniqueItems":true}"#, ["[1]", "[1,2]", "{}"], ["[]", "[1,1.0]", #"[{"a":1,"b":2},{"b":2,"a":1}]"#]),
        (#"{"uniqueItems":false}"#, ["[1,1]"], []),
        (##"{"$defs":{"n":{"type":"integer"}},"items":{"$ref":"#/$defs/n","minimum":2}}"##, ["[2,3]"], ["[1]", #"["2"]"#]),
        (##"{"$schema":"x","$id":"y","title":"t","description":"d","type":"null"}"##, ["null"], ["1"]),
    ])
    func valuesFitOrDoNot(text: String, fitting: [String], others: [String]) throws {
        let schema = try JSONSchema(value(text))
        for value in fitting { #expect(try schema.fault(in: self.value(value)) == nil, "\(value)") }
        for value in others { #expect(try schema.fault(in: self.value(value)) != nil, "\(value)") }
    }

    @Test func aFaultSaysWhatAndWhere() throws {
        let schema = try JSONSchema(value(#"{"properties":{"list":{"items":{"properties":{"id":{"pattern":"^x"}},"additionalProperties":false}}}}"#))
        #expect(try schema.fault(in: value(#"{"list":[{"id":"y"}]}"#)) == .init(reason: .pattern, place: "/list/0/id", word: "^x"))
        #expect(try schema.fault(in: value(#"{"list":[{"id":"x"},{"no":1}]}"#)) == .init(reason: .additional, place: "/list/1", word: "no"))
    }

    @Test(arguments: [
        (#"{"format":"email"}"#, JSONSchemaError.Reason.unknown), (#"{"if":{}}"#, .unknown), (#"{"pattern":"("}"#, .wrong),
        (#"{"minItems":-1}"#, .wrong), (#"{"uniqueItems":1}"#, .wrong), (#"{"additionalProperties":1}"#, .notASchema),
        (##"{"$ref":"#/$defs/none"}"##, .wrong), (##"{"$ref":"https://example.com/schema"}"##, .wrong),
        (##"{"$defs":{"a":{"items":{"$ref":"#/$defs/a"}}},"$ref":"#/$defs/a"}"##, .wrong),
        (#"{"properties":{"a":{"$defs":{}}}}"#, .wrong), (#"{"title":1}"#, .wrong),
    ])
    func whatIsNotLookedAtIsRefused(text: String, reason: JSONSchemaError.Reason) throws {
        #expect { try JSONSchema(value(text)) } throws: { ($0 as? JSONSchemaError)?.reason == reason }
    }
}

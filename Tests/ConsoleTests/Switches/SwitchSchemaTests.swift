import Testing
import Web

@testable import Console

struct SwitchSchemaTests {
    private func schema(_ text: String) throws -> JSONSchema {
        try JSONSchema(try value(text), words: SwitchDefinition.schemaWords)
    }

    private func value(_ text: String) throws -> JSONValue {
        try #require(JSONValue(text: text))
    }

    @Test(arguments: [
        (#"{"type":"object"}"#, ["{}", #"{"a":1}"#], ["[]", "1", "null"]),
        (#"{"type":"array","items":{"type":"integer"}}"#, ["[]", "[1,2.0]"], ["[1,2.5]", #"["1"]"#, "{}"]),
        (#"{"type":"number","minimum":1,"maximum":2.5}"#, ["1", "2.5", "1.0"], ["0.99", "2.51", "\"2\""]),
        (#"{"minimum":1}"#, ["1", "\"not a number\"", "null"], ["0"]),
        (#"{"type":"string","maxLength":2}"#, [#""""#, #""用户""#, #""👍🏽""#], [#""abc""#]),
        (#"{"enum":[1,"a",{"b":[null]}]}"#, ["1.0", #""a""#, #"{"b":[null]}"#], ["2", #""A""#, #"{"b":[]}"#]),
        (
            #"{"type":"object","required":["a"],"properties":{"a":{"type":"boolean"},"b":{"properties":{"c":{"maximum":3}}}}}"#,
            [#"{"a":true}"#, #"{"a":false,"b":{"c":3},"other":1}"#, #"{"a":true,"b":7}"#], [#"{}"#, #"{"a":1}"#, #"{"a":true,"b":{"c":4}}"#]
        ),
        (#"{"type":"null"}"#, ["null"], ["0", "false"]), ("{}", ["1", "null", "[]"], []),
    ])
    func valuesFitOrDoNot(text: String, fitting: [String], others: [String]) throws {
        let schema = try schema(text)
        for value in fitting { #expect(try schema.fault(in: self.value(value)) == nil, "\(value)") }
        for value in others { #expect(try schema.fault(in: self.value(value)) != nil, "\(value)") }
    }

    @Test func aFaultSaysWhere() throws {
        let schema = try schema(#"{"properties":{"list":{"items":{"required":["id"]}}}}"#)
        let fault = try #require(try schema.fault(in: value(#"{"list":[{"id":1},{}]}"#)))
        #expect(fault == JSONSchemaFault(reason: .required, place: "/list/1", word: "id"))
    }

    @Test(arguments: [
        (#"{"pattern":"a"}"#, JSONSchemaError.Reason.unknown), (##"{"$ref":"#/x"}"##, .unknown), (#"{"additionalProperties":false}"#, .unknown),
        (#"{"title":"x"}"#, .unknown), (#"{"properties":{"a":{"format":"email"}}}"#, .unknown), (#"{"items":{"minLength":1}}"#, .unknown),
        (#"{"type":["string","null"]}"#, .wrong), (#"{"type":"text"}"#, .wrong), (#"{"required":"a"}"#, .wrong), (#"{"required":[1]}"#, .wrong),
        (#"{"enum":[]}"#, .wrong), (#"{"maxLength":-1}"#, .wrong), (#"{"maxLength":1.5}"#, .wrong), (#"{"minimum":"1"}"#, .wrong),
        (#"{"properties":[]}"#, .wrong), ("true", .notASchema), (#"{"items":[{}]}"#, .notASchema),
    ])
    func whatIsNotLookedAtIsRefused(text: String, reason: JSONSchemaError.Reason) throws {
        #expect { try schema(text) } throws: { ($0 as? JSONSchemaError)?.reason == reason }
    }

    @Test func nestingIsBounded() throws {
        let deep = String(repeating: #"{"items":"#, count: 40) + "{}" + String(repeating: "}", count: 40)
        #expect { try schema(deep) } throws: { ($0 as? JSONSchemaError)?.reason == .tooDeep }
    }
}

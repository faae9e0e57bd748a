import Foundation
import TestSupport
import Testing
import Web

@testable import Console

struct SwitchDefinitionTests {
    private func rejected(_ json: String) async -> [String] {
        await problem { try JSONDecoder().decode(SwitchInput.self, from: Data(json.utf8)).definition.check() }?.rejections.map(\.field) ?? []
    }

    @Test(arguments: [
        (#"{"type":"string","default":""}"#, [String]()), (#"{"type":"string","default":1}"#, ["default"]),
        (#"{"type":"number","default":-1.5e3}"#, []), (#"{"type":"number","default":"1"}"#, ["default"]),
        (#"{"type":"boolean","default":false}"#, []), (#"{"type":"boolean","default":0}"#, ["default"]),
        (#"{"type":"json","default":[null]}"#, []), (#"{"type":"json","default":null}"#, ["default"]),
        (#"{"type":"number","default":1,"rules":[{"value":2},{"value":"x"}]}"#, ["rules.1.value"]),
        (
            #"{"type":"number","default":1,"rules":[{"value":2,"percentage":101,"versions":"abc","users":[]}]}"#,
            ["rules.0.versions", "rules.0.users", "rules.0.percentage"]
        ),
        (#"{"type":"number","default":1,"rules":[{"value":2,"percentage":0.005,"models":[""]}]}"#, ["rules.0.models", "rules.0.percentage"]),
        (#"{"type":"number","default":1,"rules":[{"value":2,"salt":"a b"}]}"#, ["rules.0.salt"]),
        (#"{"type":"string","default":"x","schema":{"type":"string"}}"#, ["schema"]),
        (#"{"type":"json","default":{},"schema":{"pattern":"x"}}"#, ["schema"]),
        (#"{"type":"json","default":{},"schema":{"required":["a"]},"rules":[{"value":{"a":1}},{"value":{}}]}"#, ["default", "rules.1.value"]),
    ])
    func definitionsAreChecked(json: String, fields: [String]) async {
        #expect(await rejected(json) == fields)
    }

    @Test func sizesAreBounded() async {
        let long = String(repeating: "长", count: SwitchDefinition.valueLimit / 3)
        #expect(await rejected(#"{"type":"string","default":"\#(long)"}"#) == ["default"])
        let deep = String(repeating: "[", count: 33) + String(repeating: "]", count: 33)
        #expect(await rejected(#"{"type":"json","default":\#(deep)}"#) == ["default"])
        let rules = Array(repeating: #"{"value":1}"#, count: 51).joined(separator: ",")
        #expect(await rejected(#"{"type":"number","default":1,"rules":[\#(rules)]}"#) == ["rules"])
        let text = String(repeating: "x", count: 501)
        #expect(await rejected(#"{"type":"number","default":1,"description":"\#(text)"}"#) == ["description"])
    }

    // MARK: salts

    private func rules(_ json: String) throws -> [SwitchRule] {
        try JSONDecoder().decode([SwitchRule].self, from: Data(json.utf8))
    }

    private func salts(_ json: String, after old: [SwitchRule]) throws -> [String?] {
        SwitchSalts.given(to: try rules(json), from: old).map(\.salt)
    }

    @Test func aRuleKeepsItsSaltWhenItIsRaisedMovedOrEdited() throws {
        let old = SwitchSalts.given(to: try rules(#"[{"percentage":10,"value":1},{"platform":"ios","percentage":20,"value":2}]"#), from: [])
        let (first, second) = (old[0].salt, old[1].salt)
        #expect(first != nil && second != nil && first != second)
        #expect(try salts(#"[{"percentage":30,"value":1},{"platform":"ios","percentage":20,"value":2}]"#, after: old) == [first, second])
        #expect(try salts(#"[{"platform":"ios","percentage":20,"value":2},{"percentage":10,"value":1}]"#, after: old) == [second, first])
        #expect(try salts(#"[{"percentage":10,"value":9}]"#, after: old) == [first])
        #expect(try salts(#"[{"platform":"ios","versions":"2.*","percentage":20,"value":2}]"#, after: old) == [second])
        #expect(try salts(#"[{"salt":"\#(second ?? "")","percentage":5,"value":7}]"#, after: old) == [second])
    }

    @Test func aNewRuleHasANewSalt() throws {
        let old = SwitchSalts.given(to: try rules(#"[{"percentage":10,"value":1}]"#), from: [])
        let new = try salts(#"[{"percentage":10,"value":1},{"percentage":10,"value":1},{"platform":"ios","percentage":10,"value":5}]"#, after: old)
        #expect(new[0] == old[0].salt)
        #expect(Set(new).count == 3)
    }
}

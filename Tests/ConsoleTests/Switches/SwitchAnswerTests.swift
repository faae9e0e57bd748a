import Foundation
import TestSupport
import Testing
import Web

@testable import Console

struct SwitchAnswerTests {
    @Test func valuesKeepTheirType() async throws {
        try await SwitchRoom.run { room in
            try await room.save("s", #"{"type":"string","default":"a\"<b>\\ 用户/"}"#)
            try await room.save("n", #"{"type":"number","default":0.25}"#)
            try await room.save("b", #"{"type":"boolean","default":false}"#)
            try await room.save("j", #"{"type":"json","default":{"list":[1,null,"x"],"on":true}}"#)
            try await room.publish()
            let answer = try await room.answer(#"{"productVersion":"1.0","did":"d"}"#)
            #expect(answer == #"{"switches":{"b":false,"j":{"list":[1,null,"x"],"on":true},"n":0.25,"s":"a\"<b>\\ 用户/"},"version":"1"}"#)
        }
    }

    @Test func theFirstRuleThatMatchesDecides() async throws {
        try await SwitchRoom.run { room in
            let rules = #"""
                [{"users":["u1"],"value":"user"},{"platform":"android","value":"android"},{"versions":">=1.2 <2.0","osVersions":"<10","value":"old"},
                {"models":["iPhone10,2"],"value":"model"}]
                """#
            try await room.save("a", #"{"type":"string","default":"rest","rules":\#(rules)}"#)
            try await room.publish()
            #expect(try await room.values(#"{"userId":"u1"}"#, platform: .android) == ["a": .string("user")])
            #expect(try await room.values(platform: .android) == ["a": .string("android")])
            #expect(try await room.values(#"{"productVersion":"1.10","osVersion":"9.3.3"}"#) == ["a": .string("old")])
            #expect(try await room.values(#"{"productVersion":"2.0","osVersion":"9.3.3"}"#) == ["a": .string("rest")])
            #expect(try await room.values(#"{"mobileModel":"iphone10,2"}"#) == ["a": .string("model")])
            #expect(try await room.values() == ["a": .string("rest")])
        }
    }

    @Test func aPercentageIsRaisedWithoutDroppingAnybody() async throws {
        try await SwitchRoom.run { room in
            var before = Set<Int>()
            for percentage in [10, 40, 100] {
                try await room.save("a", #"{"type":"boolean","default":false,"rules":[{"percentage":\#(percentage),"value":true}]}"#)
                try await room.publish()
                var now = Set<Int>()
                for number in 0..<300 where try await room.values(#"{"did":"UTDID\#(number)"}"#)["a"] == .bool(true) { now.insert(number) }
                #expect(before.isSubset(of: now) && abs(now.count - percentage * 3) < 30)
                before = now
            }
            #expect(try await room.values(#"{"did":"-"}"#) == ["a": .bool(false)])
            #expect(try await room.values() == ["a": .bool(false)])
        }
    }

    @Test func headersHelpOutWhereTheRequestIsSilent() async throws {
        try await SwitchRoom.run { room in
            try await room.save("a", #"{"type":"number","default":0,"rules":[{"users":"u","value":1},{"percentage":100,"value":2}]}"#)
            try await room.publish()
            #expect(try await room.answer().contains(#""a":0"#))
            #expect(try await room.answer(device: "d").contains(#""a":2"#))
            #expect(try await room.answer(user: "u").contains(#""a":1"#))
            #expect(try await room.answer(#"{"userId":"other"}"#, user: "u").contains(#""a":0"#))
        }
    }

    @Test(arguments: [
        #"{"did":"d","userId":"用户","productVersion":"2.0"}"#, #" {"did":"d","userId":"用户","productVersion":"2.0","other":[{"did":1}]} "#,
        #"{"did":"x","did":"d","userId":"\u7528\u6237","productVersion":"2.0","city":null}"#,
        #"{"\u0064id":"d","userId":"用户","productVersion":"2.0"}"#,
    ])
    func requestsAreReadHoweverTheyAreWritten(request: String) async throws {
        try await SwitchRoom.run { room in
            try await room.save("a", #"{"type":"number","default":0,"rules":[{"versions":"2","users":"用户","percentage":100,"value":1}]}"#)
            try await room.publish()
            #expect(try await room.values(request) == ["a": .integer(1)])
        }
    }

    /// The way over all switches at once gives what one rule by itself gives.
    @Test func manySwitchesAreAnsweredAsEachByItself() async throws {
        try await SwitchRoom.run { room in
            let conditions = [
                #""percentage":50"#, #""versions":">=2","percentage":30"#, #""users":"u","platform":"ios""#, #""models":"M","osVersions":"<9""#,
            ]
            for number in 0..<40 {
                let rules = (0..<3).map { #"{\#(conditions[(number + $0) % 4]),"value":\#($0)}"# }.joined(separator: ",")
                try await room.save("k\(number)", #"{"type":"number","default":-1,"rules":[\#(rules)]}"#)
            }
            try await room.publish()
            for device in 0..<40 {
                let (version, model, user) = (["1", "2.5"][device % 2], ["M", "N"][device / 2 % 2], ["u", ""][device / 4 % 2])
                let request = #"{"did":"d\#(device)","productVersion":"\#(version)","mobileModel":"\#(model)","userId":"\#(user)","osVersion":"8"}"#
                let asked = RolloutDevice(platform: .ios, version: version, device: "d\(device)", user: user, model: model, osVersion: "8")
                let each = try await room.switches.evaluate("demo", asked, drafted: false)
                #expect(try await room.values(request) == Dictionary(uniqueKeysWithValues: each.map { ($0.key, $0.value) }))
            }
        }
    }

    @Test func whatIsNotARequestIsRefused() async throws {
        try await SwitchRoom.run { room in
            for request in ["[]", "7", #"{"did":5}"#, "{"] {
                await #expect(throws: GatewayRefusal.self) { try await room.answer(request) }
            }
        }
    }

    /// A rule for all ends the list, and rules of other platforms are not even looked at.
    @Test func whatCannotMatchIsLeftOut() throws {
        let rules = #"[{"platform":"android","value":1},{"versions":"9","value":2},{"platform":"ios","value":3},{"users":"x","value":4}]"#
        let input = try JSONDecoder().decode(SwitchInput.self, from: Data(#"{"type":"number","default":0,"rules":\#(rules)}"#.utf8))
        let values = Platform.allCases.map { input.definition.values(on: $0) }
        #expect(values.map(\.rules.count) == [1, 0, 2])
        #expect(values.map(\.otherwise) == [.integer(3), .integer(1), .integer(0)])
    }

    @Test func theReasonNamesRuleAndCondition() async throws {
        try await SwitchRoom.run { room in
            try await room.save("a", #"{"type":"number","default":0,"rules":[{"versions":">=2","value":1},{"platform":"ios","value":2}]}"#)
            try await room.publish()
            let found = try await room.switches.evaluate("demo", RolloutDevice(platform: .ios, version: "1.9"), drafted: false)
            #expect(found.map(\.rule.value) == [2] && found[0].value == .integer(2))
            #expect(found[0].trace.map(\.matched) == [false, true])
            #expect(found[0].trace[0].findings.map(\.found) == ["1.9"])
            let android = try await room.switches.evaluate("demo", RolloutDevice(platform: .android), drafted: false)
            #expect(android[0].rule.value == nil && android[0].trace.count == 2)
        }
    }
}

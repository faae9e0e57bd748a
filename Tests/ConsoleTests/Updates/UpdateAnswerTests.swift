import Foundation
import TestSupport
import Testing
import Web

@testable import Console

/// What devices are told, as published.
struct UpdateAnswerTests {
    @Test func nothingNewerIs201WithEveryField() async throws {
        try await UpdateRoom.run { room in
            let empty =
                #"{"downloadURL":"","fileSize":0,"fullMd5":"","guideMemo":"","isTf":false,"netType":"","newestVersion":"1.9","resultStatus":201}"#
            #expect(String(decoding: try await room.bytes(#"{"productVersion":"1.9"}"#), as: UTF8.self) == empty)
            try await room.publish("1.9")
            #expect(String(decoding: try await room.bytes(#"{"productVersion":"1.9"}"#), as: UTF8.self) == empty)
            #expect(try await room.answer(#"{"productVersion":"1.9.0"}"#).resultStatus == 201)
            let strange = try await room.answer(#"{"productVersion":"9 \"x\" 用"}"#)
            #expect(strange.resultStatus == 201 && strange.newestVersion == #"9 "x" 用"#)
        }
    }

    @Test(arguments: [("once", 202), ("everyTime", 204), ("force", 206)])
    func eachTypeHasItsStatus(type: String, status: Int) async throws {
        try await UpdateRoom.run { room in
            try await room.publish("2.0", #""upgradeType":"\#(type)","netTypes":["WIFI","4G"]"#)
            let text = String(decoding: try await room.bytes(#"{"netType":"wifi"}"#), as: UTF8.self)
            #expect(
                text == #"{"downloadURL":"https://a.example/2.0","fileSize":0,"fullMd5":"","guideMemo":"m","isTf":false,"netType":"WIFI,4G","#
                    + #""newestVersion":"2.0","resultStatus":\#(status)}"#
            )
        }
    }

    @Test func belowALineItIsForced() async throws {
        try await UpdateRoom.run { room in
            try await room.publish("2.0", #""forceBelow":"1.5""#)
            #expect(try await room.answer(#"{"productVersion":"1.4.9"}"#).resultStatus == 206)
            #expect(try await room.answer(#"{"productVersion":"1.5"}"#).resultStatus == 202)
            #expect(try await room.answer(#"{"productVersion":"2.0"}"#).resultStatus == 201)
        }
    }

    @Test func theIntervalIsTheAnswersOnlyWhereItIsAnotherThanUsual() async throws {
        try await UpdateRoom.run { room in
            try await room.publish("2.0")
            #expect(try await room.answer().remindIntervalDays == nil)
            try await room.publish("3.0", #""remindIntervalDays":10"#)
            #expect(try await room.answer().remindIntervalDays == 10)
            try await room.publish("4.0", #""remindIntervalDays":10,"upgradeType":"everyTime""#)
            #expect(try await room.answer().remindIntervalDays == nil)
        }
    }

    @Test func modesComeInTheContractsOrder() async throws {
        try await UpdateRoom.run { room in
            let end = #""endsAt":"\#(room.console.clock.now.addingTimeInterval(3_600).ISO8601Format())""#
            try await room.publish("9.0", #""mode":"official""#)
            let share = try await room.publish("3.0", #""mode":"percentage","percentage":100"#)
            let window = try await room.publish("2.5", #""mode":"timeWindow",\#(end)"#)
            try await room.publish("2.0", #""mode":"whitelist","whitelist":["u1"]"#)
            #expect(try await room.told(#"{"did":"d","userId":"u1"}"#) == "2.0")
            #expect(try await room.told(#"{"did":"d","userId":"u1","productVersion":"2.0"}"#) == "2.5")
            #expect(try await room.told(#"{"did":"d","userId":"u2"}"#) == "2.5")
            _ = try await room.updates.end(window.id, of: "demo", by: UpdateRoom.ann)
            #expect(try await room.told(#"{"did":"d","userId":"u2"}"#) == "3.0")
            #expect(try await room.told(#"{"did":"-"}"#) == "9.0")
            _ = try await room.updates.pause(share.id, of: "demo", by: UpdateRoom.ann)
            #expect(try await room.told(#"{"did":"d"}"#) == "9.0")
        }
    }

    @Test func ofOneModeTheHighestVersionComesFirst() async throws {
        try await UpdateRoom.run { room in
            for version in ["1.10", "1.9", "2.0-beta"] { try await room.publish(version) }
            let android = try await room.publish("5.0", #""platform":"android""#)
            #expect(try await room.told() == "2.0-beta")
            #expect(try await room.told(platform: .android) == "5.0")
            try await room.publish("3.0", #""rules":[{"element":"city","operation":"in","value":"杭州"}]"#)
            #expect(try await room.told() == "2.0-beta")
            #expect(try await room.told(#"{"city":"杭州"}"#) == "3.0")
            #expect(try await room.told(#"{"productVersion":"1.9.5"}"#) == "2.0-beta")
            #expect(try await room.told(#"{"productVersion":"2.0"}"#) == nil)
            _ = try await room.updates.end(android.id, of: "demo", by: UpdateRoom.ann)
            #expect(try await room.told(platform: .android) == nil)
        }
    }

    @Test(arguments: [
        (#"{"element":"city","operation":"in","value":"杭州,上海"}"#, #"{"city":"上海"}"#, true),
        (#"{"element":"city","operation":"in","value":"杭州,上海"}"#, #"{"city":"北京"}"#, false),
        (#"{"element":"mobileModel","operation":"notIn","value":["iPhone10,2"]}"#, #"{"mobileModel":"iphone10,2"}"#, false),
        (#"{"element":"mobileModel","operation":"notIn","value":"iPhone10,2"}"#, #"{"mobileModel":"iPhone17,1"}"#, true),
        (#"{"element":"mobileModel","operation":"notIn","value":"iPhone10,2"}"#, "{}", false),
        (#"{"element":"netType","operation":"in","value":"WIFI"}"#, #"{"netType":"wifi"}"#, true),
        (#"{"element":"channel","operation":"notIn","value":"beta"}"#, #"{"channel":"store"}"#, true),
        (#"{"element":"osVersion","operation":"in","value":"9.3,10.*"}"#, #"{"osVersion":"9.3.0"}"#, true),
        (#"{"element":"osVersion","operation":"in","value":"9.3,10.*"}"#, #"{"osVersion":"10.4"}"#, true),
        (#"{"element":"osVersion","operation":"between","value":"9.0-12.1"}"#, #"{"osVersion":"12.1"}"#, true),
        (#"{"element":"osVersion","operation":"between","value":"9.0-12.1"}"#, #"{"osVersion":"12.1.1"}"#, false),
        (#"{"element":"osVersion","operation":"between","value":["9.0","12.1"]}"#, #"{"osVersion":"9"}"#, true),
        (#"{"element":"osVersion","operation":"notBetween","value":"9.0-12.1"}"#, #"{"osVersion":"8.4"}"#, true),
        (#"{"element":"osVersion","operation":"notBetween","value":"9.0-12.1"}"#, "{}", false),
    ])
    func rulesHold(rule: String, request: String, isTold: Bool) async throws {
        try await UpdateRoom.run { room in
            try await room.publish("2.0", #""rules":[\#(rule)]"#)
            #expect(try await room.told(request) == (isTold ? "2.0" : nil))
        }
    }

    @Test func onOtherNetworksNobodyIsTold() async throws {
        try await UpdateRoom.run { room in
            try await room.publish("2.0", #""netTypes":["WIFI","5G"]"#)
            #expect(try await room.told(#"{"netType":"4G"}"#) == nil)
            #expect(try await room.told(#"{"netType":"5g"}"#) == "2.0")
            // Who does not say waits for one of the networks by itself.
            #expect(try await room.answer().netType == "WIFI,5G")
        }
    }

    @Test func draftsAndPausedReleasesAreNobodys() async throws {
        try await UpdateRoom.run { room in
            let draft = try await room.draft("2.0")
            #expect(try await room.told() == nil)
            let id = draft.id
            _ = try await room.updates.publish(id, of: "demo", revision: draft.revision, publicURL: "", by: UpdateRoom.ann)
            #expect(try await room.told() == "2.0")
            _ = try await room.updates.pause(id, of: "demo", by: UpdateRoom.ann)
            #expect(try await room.told() == nil)
            _ = try await room.updates.resume(id, of: "demo", by: UpdateRoom.ann)
            #expect(try await room.told() == "2.0")
            _ = try await room.updates.end(id, of: "demo", by: UpdateRoom.ann)
            #expect(try await room.told() == nil)
        }
    }

    /// Also after a restart, and by every other node.
    @Test func everyNodeSaysTheSameAsBefore() async throws {
        try await UpdateRoom.run { room in
            let end = #""endsAt":"\#(room.console.clock.now.addingTimeInterval(86_400).ISO8601Format())""#
            try await room.publish("5.0", #""mode":"percentage","percentage":33.33,"forceBelow":"1.0","remindIntervalDays":9"#)
            try await room.publish("6.0", #""mode":"timeWindow",\#(end),"limit":7,"upgradeType":"everyTime""#)
            try await room.publish("7.0", #""mode":"whitelist","whitelist":["u1","u2"],"upgradeType":"force""#)
            try await room.publish("4.0", #""rules":[{"element":"osVersion","operation":"between","value":"9-12"}],"netTypes":["WIFI"]"#)
            func ask(_ node: Updates?) async throws -> [[UInt8]] {
                var answers: [[UInt8]] = []
                for number in 0..<40 {
                    let request =
                        #"{"did":"d\#(number)","userId":"u\#(number % 20)","osVersion":"\#(8 + number % 3)","productVersion":"1.\#(number % 2)","netType":"WIFI"}"#
                    answers.append(try await room.bytes(request, by: node))
                }
                return answers
            }
            let before = try await ask(nil)
            #expect(Set(before).count >= 4)
            #expect(try await ask(try await room.another()) == before)
            #expect(try await ask(nil) == before)
        }
    }

    @Test func whatIsNoRequestIsRefused() async throws {
        try await UpdateRoom.run { room in
            for request in ["[]", "7", #"{"did":5}"#, "{"] {
                await #expect(throws: GatewayRefusal.self) { try await room.bytes(request) }
            }
        }
    }

    @Test func anAppThatIsDeletedLeavesNothing() async throws {
        try await UpdateRoom.run { room in
            try await room.publish("2.0", #""mode":"whitelist","whitelist":["u1"]"#)
            try await room.updates.forget(app: "demo")
            #expect(try await room.told(#"{"userId":"u1"}"#) == nil)
            let left = try await room.console.server.database.read { connection in
                try connection.value("SELECT (SELECT count(*) FROM update_release) + (SELECT count(*) FROM rollout_whitelist)", as: Int.self)
            }
            #expect(left == 0)
        }
    }
}

import Foundation
import TestSupport
import Testing
import Web

@testable import Console

/// Drafts, states, and who is told more.
struct UpdatePublishingTests {
    private func rejected(_ room: UpdateRoom, _ json: String) async -> Set<String> {
        Set(await problem { try await room.draft("2.0", json) }?.rejections.map(\.field) ?? [])
    }

    @Test(arguments: [
        (#""upgradeType":"once","remindIntervalDays":0"#, "remindIntervalDays"), (#""mode":"percentage""#, "percentage"),
        (#""mode":"percentage","percentage":100.5"#, "percentage"), (#""mode":"percentage","percentage":0.001"#, "percentage"),
        (#""mode":"timeWindow""#, "endsAt"), (#""mode":"timeWindow","endsAt":"2001-01-01""#, "endsAt"),
        (#""mode":"timeWindow","endsAt":"2090-01-01""#, "endsAt"), (#""mode":"timeWindow","endsAt":"soon""#, "endsAt"),
        (#""downloadURL":"javascript:alert(1)""#, "downloadURL"), (#""downloadURL":"a b""#, "downloadURL"), (#""forceBelow":"2.1""#, "forceBelow"),
        (#""forceBelow":"x""#, "forceBelow"), (#""netTypes":["a b"]"#, "netTypes"), (#""build":"none""#, "build"),
        (#""platform":"harmony""#, "platform"),
        (#""rules":[{"element":"city","operation":"between","value":"a-b"}]"#, "rules.0.operation"),
        (#""rules":[{"element":"osVersion","operation":"between","value":"9"}]"#, "rules.0.value"),
        (#""rules":[{"element":"city","operation":"in","value":""}]"#, "rules.0.value"),
    ])
    func wrongInputIsNamed(json: String, field: String) async throws {
        try await UpdateRoom.run { room in
            let named = await rejected(room, json)
            #expect(named.contains(field))
            let kept = try await room.updates.list("demo", UpdateFilter(), try ListPlace(limit: nil, cursor: nil), publicURL: "")
            #expect(kept.total == 0)
        }
    }

    @Test func whatBelongsToAnotherModeIsNotLookedAt() async throws {
        try await UpdateRoom.run { room in
            let made = try await room.draft("2.0", #""mode":"official","percentage":900,"endsAt":"soon","limit":0,"whitelist":["u"]"#)
            #expect(made.plan.percentage == nil && made.plan.window == nil && made.named == 0)
        }
    }

    @Test func statesFollowTheTable() async throws {
        try await UpdateRoom.run { room in
            let id = try await room.draft("2.0").id
            func refused(_ verb: () async throws -> Update) async -> Bool { await problem { try await verb() }?.kind == .conflict }
            func publish() async throws -> Update {
                try await room.updates.publish(id, of: "demo", revision: nil, publicURL: "", by: UpdateRoom.ann)
            }
            func pause() async throws -> Update { try await room.updates.pause(id, of: "demo", by: UpdateRoom.ann) }
            func resume() async throws -> Update { try await room.updates.resume(id, of: "demo", by: UpdateRoom.ann) }
            func end() async throws -> Update { try await room.updates.end(id, of: "demo", by: UpdateRoom.ann) }
            #expect(await refused(pause))
            #expect(await refused(resume))
            #expect(await refused(end))
            #expect(try await publish().kept == .running)
            #expect(await refused(publish))
            #expect(await refused(resume))
            #expect(try await pause().kept == .paused)
            #expect(await refused(pause))
            #expect(try await resume().kept == .running)
            #expect(try await end().kept == .ended)
            for verb in [publish, pause, resume, end] { #expect(await refused(verb)) }
            let kinds = try await room.updates.history(id, of: "demo").map(\.kind)
            #expect(kinds == [.end, .resume, .pause, .publication, .created])
        }
    }

    @Test func aDraftIsEditedAndNothingElse() async throws {
        try await UpdateRoom.run { room in
            let draft = try await room.draft("2.0")
            let input = UpdateInput(platform: .android, version: "2.1", downloadURL: "https://b.example", message: "n", revision: draft.revision)
            let edited = try await room.updates.edit(draft.id, of: try room.app, input, zone: .gmt, by: UpdateRoom.ann)
            #expect(edited.plan.version == "2.1" && edited.plan.platform == .android && edited.revision > draft.revision && edited.salt == draft.salt)
            let app = try room.app
            let stale = await problem { try await room.updates.edit(draft.id, of: app, input, zone: .gmt, by: UpdateRoom.ann) }
            #expect(stale?.kind == .conflict)
            let unseen = await problem {
                try await room.updates.publish(draft.id, of: "demo", revision: draft.revision, publicURL: "", by: UpdateRoom.ann)
            }
            #expect(unseen?.kind == .conflict)
            _ = try await room.updates.publish(draft.id, of: "demo", revision: edited.revision, publicURL: "", by: UpdateRoom.ann)
            var fresh = input
            fresh.revision = nil
            let published = await problem { [fresh] in try await room.updates.edit(draft.id, of: app, fresh, zone: .gmt, by: UpdateRoom.ann) }
            #expect(published?.kind == .conflict)
            #expect(await problem { try await room.updates.delete(draft.id, of: "demo", by: UpdateRoom.ann) }?.kind == .conflict)
        }
    }

    @Test func aDraftIsDeletedWhole() async throws {
        try await UpdateRoom.run { room in
            let draft = try await room.draft("2.0", #""mode":"whitelist","whitelist":["u"]"#)
            try await room.updates.delete(draft.id, of: "demo", by: UpdateRoom.ann)
            #expect(await problem { try await room.updates.update(draft.id, of: "demo") }?.kind == .notFound)
        }
    }

    @Test func publishingNeedsAnAddressAndSomebody() async throws {
        try await UpdateRoom.run { room in
            func wrong(_ json: String) async throws -> [String] {
                let id = try await room.draft("2.0", json).id
                let found = await problem { try await room.updates.publish(id, of: "demo", revision: nil, publicURL: "", by: UpdateRoom.ann) }
                return found?.rejections.map(\.field) ?? []
            }
            #expect(try await wrong(#""downloadURL":"""#) == ["downloadURL"])
            #expect(try await wrong(#""mode":"whitelist""#) == ["whitelist"])
            let end = room.console.clock.now.addingTimeInterval(60).ISO8601Format()
            let id = try await room.draft("2.0", #""mode":"timeWindow","endsAt":"\#(end)""#).id
            room.console.clock.advance(by: 61)
            let late = await problem { try await room.updates.publish(id, of: "demo", revision: nil, publicURL: "", by: UpdateRoom.ann) }
            #expect(late?.rejections.map(\.field) == ["endsAt"])
            #expect(try await room.told(#"{"did":"d","userId":"u"}"#) == nil)
        }
    }

    @Test func aPercentageIsOnlyRaised() async throws {
        try await UpdateRoom.run { room in
            let id = try await room.publish("2.0", #""mode":"percentage","percentage":10"#).id
            var before = Set<Int>()
            for percentage in [10.0, 40, 100] {
                if percentage > 10 { _ = try await room.updates.raise(id, of: "demo", to: percentage, by: UpdateRoom.ann) }
                var now = Set<Int>()
                for number in 0..<300 where try await room.told(#"{"did":"UTDID\#(number)"}"#) == "2.0" { now.insert(number) }
                #expect(before.isSubset(of: now) && abs(Double(now.count) - percentage * 3) < 30)
                before = now
            }
            for lower in [100.0, 50, 100.1, .nan] {
                #expect(await problem { try await room.updates.raise(id, of: "demo", to: lower, by: UpdateRoom.ann) }?.kind == .invalid)
            }
            let official = try await room.publish("3.0").id
            #expect(await problem { try await room.updates.raise(official, of: "demo", to: 5, by: UpdateRoom.ann) }?.kind == .conflict)
            #expect(try await room.updates.history(id, of: "demo").first?.note == "40% → 100%")
        }
    }

    @Test func usersOfAWhitelistComeAndGo() async throws {
        try await UpdateRoom.run { room in
            let id = try await room.publish("2.0", #""mode":"whitelist","whitelist":["u1","u1"]"#).id
            #expect(try await room.told(#"{"userId":"u1"}"#) == "2.0")
            #expect(try await room.updates.setUsers(["用户2", "u3"], of: id, of: "demo", by: UpdateRoom.ann).named == 2)
            #expect(try await room.told(#"{"userId":"u1"}"#) == nil)
            #expect(try await room.told(#"{"userId":"用户2"}"#) == "2.0")
            #expect(await problem { try await room.updates.setUsers([], of: id, of: "demo", by: UpdateRoom.ann) }?.kind == .invalid)
            #expect(await problem { try await room.updates.setUsers(["a,b"], of: id, of: "demo", by: UpdateRoom.ann) }?.kind == .invalid)
            // Who may change drafts only, however late it was published.
            let operates = await problem { try await room.updates.setUsers(["u"], of: id, of: "demo", mayRelease: false, by: UpdateRoom.ann) }
            #expect(operates?.kind == .forbidden)
            let draft = try await room.draft("2.1", #""mode":"whitelist""#).id
            #expect(try await room.updates.setUsers(["u"], of: draft, of: "demo", mayRelease: false, by: UpdateRoom.ann).named == 1)
            _ = try await room.updates.end(id, of: "demo", by: UpdateRoom.ann)
            #expect(await problem { try await room.updates.setUsers(["u"], of: id, of: "demo", by: UpdateRoom.ann) }?.kind == .conflict)
        }
    }

    @Test func aHundredThousandUsersAreTaken() async throws {
        try await UpdateRoom.run { room in
            let users = (0..<100_000).map { "2088\($0)" }
            let id = try await room.draft("2.0", #""mode":"whitelist""#).id
            #expect(await problem { try await room.updates.setUsers(users + ["one more"], of: id, of: "demo", by: UpdateRoom.ann) }?.kind == .invalid)
            #expect(try await room.updates.setUsers(users, of: id, of: "demo", by: UpdateRoom.ann).named == 100_000)
            _ = try await room.updates.publish(id, of: "demo", revision: nil, publicURL: "", by: UpdateRoom.ann)
            let restarted = try await room.another()
            for user in ["20880", "208899999", "208850000"] { #expect(try await room.told(#"{"userId":"\#(user)"}"#, by: restarted) == "2.0") }
            for user in ["2088100000", "2088", ""] { #expect(try await room.told(#"{"userId":"\#(user)"}"#, by: restarted) == nil) }
        }
    }

    @Test func tablesAndTextsNameUsers() {
        #expect(UpdateRules.users("u1\r\nu2\n\n u3 ,name,x\n\"u4\"") == ["u1", "u2", "u3", "u4"])
        #expect(UpdateRules.users("\u{FEFF}userId,name\n1,a\n2,b\n") == ["1", "2"])
        #expect(UpdateRules.users("") == [])
    }

    /// A spreadsheet runs none of them, and reading the file again gives the same users.
    @Test func aTableOfUsersHasNoFormulas() {
        let users = ["u1", "=1+1", "@a", "-a", "+8613800000000", "-5", "'x", "＝1"]
        let table = UpdateRules.table(RolloutUsers(users))
        #expect(String(decoding: table, as: UTF8.self) == "userId\nu1\n'=1+1\n'@a\n'-a\n+8613800000000\n-5\n'x\n'＝1\n")
        #expect(UpdateRules.users(String(decoding: table, as: UTF8.self)) == users)
    }

    @Test func soManyRunAtOnce() async throws {
        try await UpdateRoom.run { room in
            for _ in 0..<Updates.mostRunning { try await room.publish("2.0") }
            let one = try await room.draft("2.0").id
            let problem = await problem { try await room.updates.publish(one, of: "demo", revision: nil, publicURL: "", by: UpdateRoom.ann) }
            #expect(problem?.kind == .conflict)
        }
    }
}

import Foundation
import HTTPTypes
import TestSupport
import Testing
import Web

@testable import Console

/// One form for "why did it get this, or not?".
@Suite struct DeviceWhyTests {
    private static func said(_ why: DeviceWhy) -> [String] { why.cases.map(\.because.key) }

    @Test func anUpdateIsToldOrNot() async throws {
        try await DeviceRoom.run { room in
            let updates = UpdateRoom(console: room.console)
            try await room.line("old", version: "1.0")
            try await room.line("new", version: "2.0")
            let release = try await updates.publish("2.0", #""mode":"official""#)
            let old = try await room.why("device=old&kind=update")
            #expect(old.known && old.cases.map(\.subject) == [release.id] && old.cases[0].got)
            #expect(Self.said(old) == ["It is told of this release when it asks for updates."])
            let new = try await room.why("device=new&kind=update&subject=\(release.id)")
            #expect(!new.cases[0].got && Self.said(new) == ["It has this version already, or a newer one."])
            #expect(new.cases[0].conditions.contains { $0.element.key == "App version" && $0.found == "2.0" && !$0.holds })
            let android = try await updates.publish("3.0", #""platform":"android","mode":"official""#)
            let other = try await room.why("device=old&platform=ios&subject=\(android.id)")
            #expect(Self.said(other) == ["This release is for another platform."])
            let draft = try await updates.draft("4.0", #""mode":"official""#)
            let drafted = try await room.why("device=old&subject=\(draft.id)")
            #expect(!drafted.cases[0].got && Self.said(drafted)[0].hasPrefix("This release is a draft."))
            // What it was told, and when.
            try await room.server.exposures.seed(app: "demo", .update, subject: release.id, devices: [("old", room.console.clock.now)])
            let told = try await room.why("device=old&subject=\(release.id)")
            #expect(told.told.map(\.subject) == [release.id] && told.cases[0].toldAt.value == room.console.clock.now)
        }
    }

    @Test func aPatchIsGivenOrNot() async throws {
        try await DeviceRoom.run { room in
            let patches = HotpatchRoom(console: room.console)
            try await room.line("d1", version: "1.0")
            try await room.line("d2", version: "2.0")
            let patch = try await patches.publish()
            #expect(Self.said(try await room.why("device=d1&kind=patch")) == ["It gets this patch when it asks for patches."])
            #expect(Self.said(try await room.why("device=d2&kind=patch")) == ["The patch is not for its app version."])
            _ = try await patches.hotpatches.rollBack(patch.id, of: "demo", by: HotpatchRoom.ann)
            #expect(try await room.why("device=d1&kind=patch").cases.isEmpty)
            let back = try await room.why("device=d1&kind=patch&subject=\(patch.id)")
            #expect(!back.cases[0].got && Self.said(back)[0].hasPrefix("This patch was rolled back."))
            // What it was told of is answered for, though it is over.
            try await room.server.exposures.seed(app: "demo", .patch, subject: patch.id, devices: [("d1", room.console.clock.now)])
            let told = try await room.why("device=d1&kind=patch")
            #expect(told.cases.map(\.subject) == [patch.id] && told.cases[0].toldAt.value != nil)
            let page = try await room.console.page("/apps/demo/why?device=d1&kind=patch", language: "en").text
            #expect(page.contains("It did") && page.contains("This patch was rolled back."))
        }
    }

    @Test func aSwitchHasTheValueOfItsRule() async throws {
        try await DeviceRoom.run { room in
            let switches = SwitchRoom(console: room.console)
            try await room.line("d1", user: "u1", version: "2.1")
            try await room.line("d2", user: "u2", version: "1.0")
            try await switches.save("a", #"{"type":"string","default":"x","rules":[{"versions":[">=2.0"],"value":"y"}]}"#)
            #expect(Self.said(try await room.why("device=d1&kind=switches&subject=a")) == ["This switch has not been published. No device gets it."])
            try await switches.publish()
            let first = try await room.why("device=d1&kind=switches&subject=a")
            #expect(first.cases[0].got && Self.said(first) == [#"Rule 1 decides. Its value is "y"."#])
            let second = try await room.why("device=d2&kind=switches")
            #expect(!second.cases[0].got && Self.said(second) == [#"No rule is for it. It gets the default "x"."#])
            #expect(second.cases[0].conditions.map(\.rule.value) == [1] && second.cases[0].conditions.map(\.holds) == [false])
        }
    }

    @Test func aMessageReachedItOrNot() async throws {
        try await PushMessageRoom.run { push in
            let room = DeviceRoom(console: push.console, product: "")
            try await push.bind(0..<2) { "user-\($0)" }
            let sent = try await push.send()
            func said(_ device: String, _ message: PushMessage) async throws -> String {
                try await Self.said(room.why("device=\(device)&kind=push&subject=\(message.id)")).joined()
            }
            #expect(try await said("device-0", sent) == "It is in the audience, and its turn has not come.")
            try await push.answer(sent)
            #expect(try await said("device-0", sent).hasPrefix("The push service took the message for it."))
            #expect(try await room.why("device=device-0&kind=push").cases.map(\.got) == [true])
            #expect(try await said("stranger", sent).hasPrefix("It never bound a push token"))
            push.console.clock.advance(by: 60)
            try await push.bind(2..<3)
            #expect(try await said("device-2", sent) == "It bound its push token after the audience had been counted.")
            let named = try await push.send(#""target":{"users":["user-1"]}"#)
            #expect(try await said("device-0", named) == "The message's target does not include it.")
            let conditions = try await room.why("device=device-0&kind=push&subject=\(named.id)").cases[0].conditions
            #expect(conditions.map(\.wanted) == ["user-1"] && conditions.map(\.found) == ["user-0"] && conditions.map(\.holds) == [false])
            #expect(try await said("device-0", try await push.draft()).hasPrefix("This message is a draft."))
            let asked = #""target":{"segment":{"platform":"ios","versions":[">=2"],"activeWithinDays":7}}"#
            let segment = try await push.draft(asked)
            let held = try await room.why("device=device-0&kind=push&subject=\(segment.id)").cases[0]
            #expect(held.conditions.map(\.holds) == [true, false, true] && held.conditions.map(\.found).first == "ios")
        }
    }

    @Test func aMessageThatFailedSaysWhatTheServiceSaid() async throws {
        try await PushMessageRoom.run { push in
            try await push.bind(0..<1)
            let sent = try await push.send()
            try await push.database.write {
                _ = try $0.run("UPDATE push_delivery SET state = 'failed', reason = 'BadDeviceToken' WHERE app_id = 'demo'")
            }
            let found = try await DeviceRoom(console: push.console, product: "").why("device=device-0&kind=push&subject=\(sent.id)").cases[0]
            #expect(!found.got && found.note.value?.key == "The push service said: BadDeviceToken")
        }
    }

    @Test func aDotIsShownOrNot() async throws {
        try await DeviceRoom.run { room in
            struct Made: Decodable { let id: String }
            let console = room.console
            try await room.line("device-1", user: "u1")
            let all = try await console.api(.post, "/apps/demo/badges", ##"{"badgeId":"#a","style":"point","audience":"all"}"##).json(Made.self).id
            let other = ##"{"badgeId":"#b","style":"point","audience":{"users":["u2"]}}"##
            let named = try await console.api(.post, "/apps/demo/badges", other).json(Made.self).id
            func said(_ id: String) async throws -> [String] { Self.said(try await room.why("device=device-1&kind=badge&subject=\(id)")) }
            #expect(try await said(all) == ["It shows this red dot from its next pull on."])
            #expect(try await said(named) == ["The red dot's audience does not include it."])
            _ = try await BadgeDevice(console: console, device: "device-1").acknowledge("#a")
            #expect(try await said(all) == ["The red dot was cleared on this device or by its user."])
            try await room.server.badges.end(all, of: "demo", by: HotpatchRoom.ann)
            #expect(try await said(all) == ["An operator ended the red dot."])
            #expect(Set(try await room.why("device=device-1&kind=badge").cases.map(\.subject)) == [all, named])
        }
    }

    @Test func aTaskWasForItOrNot() async throws {
        try await DeviceRoom.run { room in
            struct Made: Decodable { let id: String }
            func make(_ who: String) async throws -> String {
                let asked = #"{\#(who),"platform":"ios","from":"-3h","to":"now","network":"any","channel":"poll"}"#
                return try await room.console.api(.post, "/apps/demo/diagnostics", asked).json(Made.self).id
            }
            try await room.line("d1", user: "u1")
            let own = try await make(#""deviceId":"d1""#)
            #expect(Self.said(try await room.why("device=d1&kind=diagnosis")) == ["It is meant, and has not asked for tasks since."])
            let stranger = try await room.why("device=d9&kind=diagnosis&subject=\(own)")
            #expect(Self.said(stranger) == ["The task is not for this device or its user."])
            // A user's task reaches a device that nobody knew of as soon as it asks.
            let users = try await make(#""userId":"u9""#)
            try await room.line("d9", user: "u9")
            #expect(Self.said(try await room.why("user=u9&kind=diagnosis&subject=\(users)")) == ["It is told of the task the next time it asks."])
        }
    }

    @Test func aUserIsTheLastDeviceAndTheOthersAreNamed() async throws {
        try await DeviceRoom.run { room in
            try await room.line("a", user: "u1", day: "2026-11-20")
            try await room.line("b", user: "u1")
            let why = try await room.why("user=u1")
            #expect(why.device.device == "b" && why.others == ["a"] && why.known)
            let page = try await room.console.page("/apps/demo/why?user=u1&kind=push").text
            #expect(page.contains("/apps/demo/why?device=a&amp;kind=push") && page.contains("/apps/demo/devices/b"))
        }
    }

    @Test func thePageTakesAnyKindAndTheAPIAsksForSomebody() async throws {
        try await DeviceRoom.run { room in
            let release = try await UpdateRoom(console: room.console).publish("2.0", #""mode":"official""#)
            for kind in ExposureKind.allCases {
                // The form still names a release when its kind is changed.
                let page = try await room.console.page("/apps/demo/why?device=d1&kind=\(kind.rawValue)&subject=\(release.id)")
                #expect(page.status == .ok, "\(kind)")
                #expect(try await room.console.page("/apps/demo/why?kind=\(kind.rawValue)").status == .ok)
            }
            #expect(try await room.console.api(.get, "/apps/demo/why?device=d1&kind=push&subject=none").status == .notFound)
            #expect(try await room.console.api(.get, "/apps/demo/why").status == .unprocessableContent)
            #expect(try await room.console.api(.get, "/apps/demo/why?device=d1&kind=nothing").status == .unprocessableContent)
            #expect(try await room.console.api(.get, "/apps/demo/why?device=d1", token: "").status == .unauthorized)
        }
    }

    /// Sentences are put together from words: each has to be there, in both languages.
    @Test func everyAnswerHasItsSentence() throws {
        let updates = UpdateObstacle.allCases.map(\.rawValue) + UpdateState.allCases.map(\.rawValue).filter { $0 != "running" }
        let patches = HotpatchObstacle.allCases.map(\.rawValue) + HotpatchState.allCases.map(\.rawValue).filter { $0 != "running" }
        let keys: [ExposureKind: [String]] = [
            .update: updates + ["told", "otherPlatform"], .patch: patches + ["told", "otherPlatform"], .switches: ["rule", "default", "draft"],
            .push: PushWhyOutcome.allCases.map(\.rawValue), .badge: BadgeWhyOutcome.allCases.map(\.rawValue),
            .diagnosis: DiagnosisWhyOutcome.allCases.map(\.rawValue),
        ]
        let catalogue = try TestConsole.views.get().catalogue
        for language in Language.allCases {
            let words = catalogue[language]
            for (kind, outcomes) in keys {
                for outcome in outcomes {
                    let key = "devices.why.\(kind.rawValue).\(outcome)"
                    #expect(words[key] != key)
                }
            }
            for arm in HotpatchArm.allCases { #expect(words["devices.why.arm.\(arm.rawValue)"] != "devices.why.arm.\(arm.rawValue)") }
            for word in ["listed", "seen", "withinDays", "crashes", "group"] { #expect(words["rollout.reason.\(word)"] != "rollout.reason.\(word)") }
        }
    }
}

import Foundation
import Storage
import TestSupport
import Testing
import Web

@testable import Console

/// Drafts, states, and who gets more.
struct HotpatchPublishingTests {
    @Test(arguments: [
        (#""targetVersions":"""#, "targetVersions"), (#""targetVersions":"abc""#, "targetVersions"), (#""percentage":100.5"#, "percentage"),
        (#""percentage":0.001"#, "percentage"), (#""endsAt":"2001-01-01""#, "endsAt"), (#""endsAt":"soon""#, "endsAt"),
        (#""opensAt":"2090-01-01""#, "opensAt"), (#""platform":"harmony""#, "platform"), (#""whitelist":["a,b"]"#, "whitelist"),
        (#""rules":[{"element":"city","operation":"between","value":"a-b"}]"#, "rules.0.operation"),
    ])
    func wrongInputIsNamed(json: String, field: String) async throws {
        try await HotpatchRoom.run { room in
            let found = await problem { try await room.draft(json) }
            #expect(found?.rejections.map(\.field).contains(field) == true)
            let list = try await room.hotpatches.list("demo", HotpatchFilter(), ListPlace(limit: nil, cursor: nil))
            #expect(list.total == 0)
        }
    }

    @Test(arguments: [("", "a.lua"), ("a\0b", "a.lua"), (" \n", "a.lua"), ("\u{1B}Lua", "a.lua"), ("print(1)", "a.txt")])
    func wrongScriptsAreRefused(script: String, name: String) async throws {
        try await HotpatchRoom.run { room in
            let found = await problem { try await room.draft(script: script, name: name) }
            #expect(found?.rejections.map(\.field) == ["script"])
        }
    }

    /// Every state with every verb: what the table does not allow is refused, and changes nothing.
    @Test(arguments: HotpatchState.allCases)
    func statesFollowTheTable(state: HotpatchState) async throws {
        try await HotpatchRoom.run { room in
            for step in HotpatchStep.allCases {
                let hotpatch = try await room.hotpatch(in: state)
                let next = state.after(step)
                let found = await problem { try await room.take(step, hotpatch) }
                #expect((found == nil) == (next != nil), "\(state) \(step)")
                #expect(found == nil || found?.kind == .conflict)
                #expect(try await room.now(hotpatch).kept == next ?? state)
            }
        }
    }

    @Test func numbersCountByPlatform() async throws {
        try await HotpatchRoom.run { room in
            #expect(try await room.draft().number == 1)
            #expect(try await room.draft().number == 2)
            let other = try await room.draft(#""platform":"android""#)
            #expect(other.number == 1)
            let moved = try await room.hotpatches.edit(
                other.id,
                of: try room.app,
                HotpatchInput(platform: .ios, targetVersions: RolloutWords(["1.0"])),
                zone: .gmt,
                by: HotpatchRoom.ann
            )
            #expect(moved.number == 3)
        }
    }

    @Test func aNewerOneTakesTheVersionsOver() async throws {
        try await HotpatchRoom.run { room in
            let old = try await room.publish(#""targetVersions":"1.0, 1.1","percentage":100"#)
            let new = try await room.publish(#""targetVersions":"1.1.0, 1.2","percentage":100"#)
            #expect(try await room.now(old).kept == .running)
            #expect(try await room.now(old).liveVersions == ["1.0"])
            #expect(try await room.given("d1", #"{"productVersion":"1.0"}"#) == old.version)
            #expect(try await room.given("d1", #"{"productVersion":"1.1"}"#) == new.version)
            #expect(try await room.kinds(old).last == .replaced)
            #expect(try await room.kinds(new).contains(.replacing))
            let last = try await room.publish(#""targetVersions":"1.0","percentage":0"#)
            #expect(try await room.now(old).kept == .ended)
            #expect(try await room.given("d1", #"{"productVersion":"1.0"}"#) == nil)
            // What has ended stays on devices; it can still be taken back.
            #expect(try await room.ask(#"{"current":"1"}"#).rollback == nil)
            _ = try await room.hotpatches.rollBack(old.id, of: "demo", by: HotpatchRoom.ann)
            #expect(try await room.ask(#"{"current":"1"}"#).rollback == ["1"])
            #expect(try await room.now(last).kept == .running)
        }
    }

    @Test func anotherPlatformIsLeftAlone() async throws {
        try await HotpatchRoom.run { room in
            let ios = try await room.publish()
            let android = try await room.publish(#""platform":"android","percentage":100"#)
            #expect(try await room.now(ios).kept == .running)
            #expect(try await room.given(platform: .android) == android.version)
        }
    }

    @Test func raisingNeverDropsADevice() async throws {
        try await HotpatchRoom.run { room in
            let hotpatch = try await room.publish(#""percentage":5"#)
            var had: Set<String> = []
            for percentage in [5.0, 5.01, 20, 60, 100] {
                if percentage > 5 { _ = try await room.hotpatches.raise(hotpatch.id, of: "demo", to: percentage, by: HotpatchRoom.ann) }
                var has: Set<String> = []
                for device in 0..<300 where try await room.given("device-\(device)") != nil { has.insert("device-\(device)") }
                #expect(had.isSubset(of: has))
                had = has
            }
            #expect(had.count == 300)
            #expect(try await room.given("") == nil)
        }
    }

    @Test func loweringAsksFirst() async throws {
        try await HotpatchRoom.run { room in
            let id = try await room.publish(#""percentage":50"#).id
            func lower(_ confirmed: Bool) async throws -> Hotpatch {
                try await room.hotpatches.lower(id, of: "demo", to: 10, confirmed: confirmed, by: HotpatchRoom.ann)
            }
            #expect(await problem { try await lower(false) }?.rejections.map(\.field) == ["confirm"])
            let lowered = try await lower(true)
            #expect(lowered.plan.percentage == 10 && lowered.mostPercentage == 50 && lowered.firstPercentage == 50)
            let raised = await problem { try await room.hotpatches.raise(id, of: "demo", to: 10, by: HotpatchRoom.ann) }
            #expect(raised?.rejections.map(\.field) == ["percentage"])
        }
    }

    @Test func whatWasReviewedIsPublished() async throws {
        try await HotpatchRoom.run { room in
            let drafted = try await room.draft()
            _ = try await room.hotpatches.setUsers(["u"], of: drafted.id, of: "demo", by: HotpatchRoom.bob)
            let found = await problem {
                try await room.hotpatches.publish(drafted.id, of: "demo", revision: drafted.revision, publicURL: "", by: HotpatchRoom.ann)
            }
            #expect(found?.kind == .conflict)
            #expect(try await room.now(drafted).kept == .draft)
        }
    }

    /// However late it was published.
    @Test func whoMayChangeDraftsOnlyNamesNobodyOfWhatRuns() async throws {
        try await HotpatchRoom.run { room in
            let drafted = try await room.draft()
            func name(_ user: String) async throws {
                _ = try await room.hotpatches.setUsers([user], of: drafted.id, of: "demo", mayRelease: false, by: HotpatchRoom.bob)
            }
            try await name("u1")
            _ = try await room.publish(try await room.now(drafted))
            #expect(await problem { try await name("u2") }?.kind == .forbidden)
            #expect(try await room.given("d1", #"{"userId":"u1"}"#) == drafted.version)
        }
    }

    @Test func whatIsDeletedLeavesNothing() async throws {
        try await HotpatchRoom.run { room in
            let drafted = try await room.draft()
            let published = try await room.publish(try await room.draft(script: "print('b')\n"))
            try await room.hotpatches.delete(drafted.id, of: "demo", by: HotpatchRoom.ann)
            #expect(try await room.server.blobs.size(drafted.script.blob) == nil)
            #expect(await problem { try await room.hotpatches.delete(published.id, of: "demo", by: HotpatchRoom.ann) }?.kind == .conflict)
            try await room.hotpatches.forget(app: "demo")
            #expect(try await room.server.blobs.size(published.script.blob) == nil)
            #expect(try await room.given() == nil)
        }
    }
}

extension HotpatchRoom {
    /// A release in a state, reached through the verbs.
    fileprivate func hotpatch(in state: HotpatchState) async throws -> Hotpatch {
        let drafted = try await draft(#""percentage":1"#)
        let steps: [HotpatchStep] =
            switch state {
            case .draft: []
            case .running: [.publication]
            case .paused: [.publication, .pause]
            case .ended: [.publication, .end]
            case .rolledBack: [.publication, .rollback]
            case .halted: [.publication, .halt]
            }
        for step in steps { try await take(step, drafted) }
        return try await now(drafted)
    }

    fileprivate func take(_ step: HotpatchStep, _ hotpatch: Hotpatch) async throws {
        let id = hotpatch.id
        switch step {
        case .publication: _ = try await publish(hotpatch)
        case .pause: _ = try await hotpatches.pause(id, of: "demo", by: Self.ann)
        case .resume: _ = try await hotpatches.resume(id, of: "demo", by: Self.ann)
        case .end: _ = try await hotpatches.end(id, of: "demo", by: Self.ann)
        case .rollback: _ = try await hotpatches.rollBack(id, of: "demo", by: Self.ann)
        case .halt: _ = try await hotpatches.halt(id, of: "demo", because: "{}", by: .console)
        }
    }
}

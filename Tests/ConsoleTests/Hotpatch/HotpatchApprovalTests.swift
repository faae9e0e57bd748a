import Foundation
import TestSupport
import Testing
import Web

@testable import Console

/// A second person's word.
struct HotpatchApprovalTests {
    private func option(_ mode: HotpatchApprovalOption.Mode, _ percentage: Double, _ room: HotpatchRoom) async throws {
        let option = HotpatchApprovalOption(approval: mode, percentage: percentage)
        try await room.hotpatches.setApproval(option, of: "demo", by: HotpatchRoom.ann)
    }

    private func approve(_ hotpatch: Hotpatch, _ actor: Actor, _ room: HotpatchRoom) async throws -> Hotpatch {
        try await room.hotpatches.approve(hotpatch.id, of: "demo", publicURL: "", by: actor, person: actor.id)
    }

    @Test func anotherPersonAgrees() async throws {
        try await HotpatchRoom.run { room in
            try await option(.all, 0, room)
            let asked = try await room.publish(try await room.draft(#""percentage":1"#))
            #expect(asked.kept == .draft)
            #expect(try await room.hotpatches.view(asked).asked.value?.askedBy == HotpatchRoom.ann.name)
            #expect(await problem { try await approve(asked, HotpatchRoom.ann, room) }?.kind == .forbidden)
            #expect(try await room.now(asked).kept == .draft)
            #expect(try await approve(asked, HotpatchRoom.bob, room).kept == .running)
            let raised = try await room.hotpatches.raise(asked.id, of: "demo", to: 100, by: HotpatchRoom.bob)
            #expect(raised.plan.percentage == 1)
            #expect(await problem { try await approve(asked, HotpatchRoom.bob, room) }?.kind == .forbidden)
            #expect(try await approve(asked, HotpatchRoom.ann, room).plan.percentage == 100)
            #expect(await problem { try await approve(asked, HotpatchRoom.ann, room) }?.kind == .conflict)
            let states = try await room.hotpatches.approvals(asked.id, of: "demo").map(\.state)
            #expect(states == [.approved, .approved])
        }
    }

    /// A whitelist is no way around it.
    @Test func nobodyIsAddedToWhatRunsWithoutIt() async throws {
        try await HotpatchRoom.run { room in
            try await option(.all, 0, room)
            let asked = try await room.publish(try await room.draft(#""whitelist":["u1","u2"]"#))
            #expect(try await approve(asked, HotpatchRoom.bob, room).kept == .running)
            func name(_ users: String...) async throws -> Int {
                try await room.hotpatches.setUsers(users, of: asked.id, of: "demo", by: HotpatchRoom.ann).named
            }
            #expect(await problem { try await name("u1", "u3") }?.kind == .conflict)
            #expect(try await name("u1") == 1)
            #expect(await problem { try await name("u2") }?.kind == .conflict)
            try await option(.from, 0, room)
            #expect(try await name("u3") == 1)
        }
    }

    @Test func fromAPercentageOn() async throws {
        try await HotpatchRoom.run { room in
            try await option(.from, 20, room)
            let hotpatch = try await room.publish(#""percentage":19.99"#)
            #expect(hotpatch.kept == .running)
            let asked = try await room.hotpatches.raise(hotpatch.id, of: "demo", to: 20, by: HotpatchRoom.ann)
            #expect(asked.plan.percentage == 19.99)
            // The same question again is one; another takes its place.
            _ = try await room.hotpatches.raise(hotpatch.id, of: "demo", to: 20, by: HotpatchRoom.ann)
            #expect(try await room.hotpatches.approvals(hotpatch.id, of: "demo").count == 1)
            _ = try await room.hotpatches.raise(hotpatch.id, of: "demo", to: 30, by: HotpatchRoom.ann)
            #expect(try await room.hotpatches.approvals(hotpatch.id, of: "demo").map(\.state) == [.asked, .withdrawn])
            // Taking it back never waits.
            #expect(try await room.hotpatches.rollBack(hotpatch.id, of: "demo", by: HotpatchRoom.ann).kept == .rolledBack)
            #expect(try await room.hotpatches.approvals(hotpatch.id, of: "demo").map(\.state) == [.withdrawn, .withdrawn])
        }
    }

    @Test func whatIsChangedIsAskedAnew() async throws {
        try await HotpatchRoom.run { room in
            try await option(.all, 0, room)
            let asked = try await room.publish(try await room.draft())
            let input = HotpatchInput(platform: .ios, targetVersions: RolloutWords(["1.0"]), percentage: 100)
            _ = try await room.hotpatches.edit(asked.id, of: try room.app, input, zone: .gmt, by: HotpatchRoom.ann)
            #expect(await problem { try await approve(asked, HotpatchRoom.bob, room) }?.kind == .conflict)
        }
    }

    @Test func declining() async throws {
        try await HotpatchRoom.run { room in
            try await option(.all, 0, room)
            let asked = try await room.publish(try await room.draft())
            func decline(_ actor: Actor) async throws {
                _ = try await room.hotpatches.decline(asked.id, of: "demo", reason: "no", by: actor, person: actor.id)
            }
            try await decline(HotpatchRoom.bob)
            _ = try await room.publish(asked)
            try await decline(HotpatchRoom.ann)
            #expect(try await room.hotpatches.approvals(asked.id, of: "demo").map(\.state) == [.withdrawn, .declined])
            #expect(await problem { try await decline(HotpatchRoom.bob) }?.kind == .conflict)
        }
    }
}

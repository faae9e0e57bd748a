import Foundation
import TestSupport
import Testing
import Web

@testable import Console

struct SwitchPublishingTests {
    @Test func oneDraftAfterTheOtherOrAllAtOnce() async throws {
        try await SwitchRoom.run { room in
            try await room.save("a", #"{"type":"number","default":1}"#)
            try await room.save("b", #"{"type":"number","default":1}"#)
            try await room.publish()
            try await room.save("a", #"{"type":"number","default":2,"description":"more"}"#)
            try await room.switches.delete("b", of: "demo", revision: nil, by: SwitchRoom.ann)
            try await room.save("c", #"{"type":"boolean","default":true}"#)
            let review = try await room.switches.review("demo", by: SwitchRoom.ann)
            #expect(review.changes.map(\.key) == ["a", "b", "c"])
            #expect(review.changes.map(\.change) == [.changed, .removed, .new])
            let published = try await room.publish(review.revision)
            #expect(published.number == 2 && published.changes == 3)
            #expect(try await room.switches.review("demo", by: SwitchRoom.ann).changes.isEmpty)
            let detail = try await room.switches.publication(2, of: "demo")
            #expect(detail.changes.map(\.change) == [.changed, .removed, .new])
            #expect(detail.changes[0].before.value?.default == .integer(1) && detail.changes[0].after.value?.default == .integer(2))
            #expect(detail.rollback.isEmpty)
        }
    }

    @Test func whatChangedSinceTheReviewIsNotPublished() async throws {
        try await SwitchRoom.run { room in
            try await room.save("a", #"{"type":"number","default":1}"#)
            let review = try await room.switches.review("demo", by: SwitchRoom.ann)
            try await room.save("b", #"{"type":"number","default":1}"#)
            #expect(await problem { try await room.publish(review.revision) }?.detail.key == "switches.publish.stale")
            #expect(try await room.values().isEmpty)
        }
    }

    @Test func aRollBackIsANewPublication() async throws {
        try await SwitchRoom.run { room in
            try await room.save("a", #"{"type":"number","default":1}"#)
            try await room.save("gone", #"{"type":"number","default":1}"#)
            try await room.publish()
            try await room.save("a", #"{"type":"number","default":2}"#)
            try await room.switches.delete("gone", of: "demo", revision: nil, by: SwitchRoom.ann)
            try await room.save("later", #"{"type":"number","default":3}"#)
            try await room.publish()
            try await room.save("a", #"{"type":"number","default":9}"#)
            let detail = try await room.switches.publication(1, of: "demo")
            #expect(detail.rollback.map(\.key) == ["a", "gone", "later"])
            let back = try await room.switches.rollBack(
                to: 1,
                of: "demo",
                SwitchRollbackInput(current: detail.current, note: "worse"),
                by: SwitchRoom.ben
            )
            #expect(back.number == 3 && back.restores.value == 1 && back.note == "worse" && back.changes == 3)
            #expect(try await room.values() == ["a": .integer(1), "gone": .integer(1)])
            let drafted = try await room.switches.find("a", of: "demo")
            #expect(drafted.state == .changed && drafted.default == .integer(9))
            let again = await problem { try await room.switches.rollBack(to: 1, of: "demo", .init(current: nil, note: nil), by: SwitchRoom.ben) }
            #expect(again?.detail.key == "switches.rollback.same")
            let stale = await problem { try await room.switches.rollBack(to: 2, of: "demo", .init(current: 2, note: nil), by: SwitchRoom.ben) }
            #expect(stale?.detail.key == "switches.rollback.stale")
            #expect(
                await problem { try await room.switches.rollBack(to: 9, of: "demo", .init(current: nil, note: nil), by: SwitchRoom.ben) }?.kind
                    == .notFound
            )
            #expect(try await room.switches.publications("demo", ListPlace(limit: 2, cursor: nil)).items.map(\.number) == [3, 2])
        }
    }

    @Test func aRollBackEndsDraftsThatSayTheSame() async throws {
        try await SwitchRoom.run { room in
            try await room.save("a", #"{"type":"number","default":1}"#)
            try await room.publish()
            try await room.save("a", #"{"type":"number","default":2}"#)
            try await room.save("later", #"{"type":"number","default":3}"#)
            try await room.publish()
            try await room.save("a", #"{"type":"number","default":1}"#)
            try await room.switches.delete("later", of: "demo", revision: nil, by: SwitchRoom.ann)
            _ = try await room.switches.rollBack(to: 1, of: "demo", .init(current: nil, note: nil), by: SwitchRoom.ben)
            #expect(try await room.switches.review("demo", by: SwitchRoom.ann).changes.isEmpty)
            #expect(try await room.switches.all("demo").map(\.key) == ["a"])
        }
    }

    @Test func whoEditedLastDoesNotPublishUnderTheTwoPersonRule() async throws {
        try await SwitchRoom.run { room in
            try await room.switches.requireTwoPersons(true, of: "demo", by: SwitchRoom.ann.actor)
            try await room.save("a", #"{"type":"number","default":1}"#)
            try await room.save("b", #"{"type":"number","default":1}"#, by: SwitchRoom.ben)
            #expect(await problem { try await room.publish(by: SwitchRoom.ann) }?.kind == .forbidden)
            #expect(await problem { try await room.publish(by: SwitchRoom.ben) }?.kind == .forbidden)
            #expect(try await room.switches.review("demo", by: SwitchRoom.ann).ownEdits == ["a"])
            try await room.save("b", #"{"type":"number","default":2}"#, by: SwitchRoom.ann)
            let token = SwitchEditor(Actor(id: "token-of-ann", name: "ci"), account: "ann")
            #expect(await problem { try await room.publish(by: token) }?.kind == .forbidden)
            try await room.publish(by: SwitchRoom.ben)
            #expect(try await room.values()["b"] == .integer(2))
            try await room.switches.requireTwoPersons(false, of: "demo", by: SwitchRoom.ann.actor)
            try await room.save("a", #"{"type":"number","default":5}"#)
            try await room.publish(by: SwitchRoom.ann)
        }
    }

    @Test func aDeletedAppsSwitchesAreGone() async throws {
        try await SwitchRoom.run { room in
            try await room.save("a", #"{"type":"number","default":1}"#)
            try await room.publish()
            #expect(try await room.console.api(.delete, "/apps/demo?confirm=demo").status == .noContent)
            try await room.console.makeApp("Demo", platforms: ["ios"])
            #expect(try await room.answer() == #"{"switches":{},"version":"0"}"#)
            try await room.save("b", #"{"type":"number","default":1}"#)
            #expect(try await room.publish().number == 1)
            #expect(try await room.answer() == #"{"switches":{"b":1},"version":"1"}"#)
        }
    }

    @Test func aStartedConsoleServesWhatWasPublished() async throws {
        try await SwitchRoom.run { room in
            try await room.save("a", #"{"type":"number","default":1}"#)
            try await room.publish()
            let server = room.console.server
            let restarted = Switches(database: server.database, audit: server.audit, clock: server.clock)
            #expect(restarted.index.answers("demo") == nil)
            try await restarted.refresh()
            let answer = restarted.index.answers("demo")?.answer(RolloutDevice(platform: .ios)) ?? []
            #expect(String(decoding: answer, as: UTF8.self) == #"{"switches":{"a":1},"version":"1"}"#)
        }
    }
}

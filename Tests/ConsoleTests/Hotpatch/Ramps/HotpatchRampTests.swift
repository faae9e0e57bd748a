import Foundation
import TestSupport
import Testing
import Web

@testable import Console

struct HotpatchRampTests {
    private static let steps =
        #"[{"percentage":1,"hours":1,"devices":10},{"percentage":5,"hours":2,"devices":20},{"percentage":100,"hours":0,"devices":0}]"#

    private func percentage(_ room: HotpatchWatchRoom) async throws -> Double {
        try await room.server.hotpatches.hotpatch(room.release.id, of: "demo").plan.percentage
    }

    private func follow(_ room: HotpatchWatchRoom) async throws {
        let made = try await room.console.api(.post, "/apps/demo/hotpatch-ramps", #"{"name":"quick","steps":\#(Self.steps)}"#)
        #expect(made.status == .created)
        let ramp = try made.json(HotpatchRamp.self)
        try await room.server.hotpatchRamps.follow(ramp.id, room.release.id, of: "demo", by: HotpatchWatchRoom.ann)
    }

    private func events(_ room: HotpatchWatchRoom) async throws -> [HotpatchRampEvent.Kind] {
        try await room.server.hotpatchRamps.view(room.release)?.events.map(\.kind).reversed() ?? []
    }

    @Test func aStepIsTakenAfterItsTimeWithEnoughDevicesAndAContentGuard() async throws {
        try await HotpatchWatchRoom.run(percentage: 1) { room in
            let ramps = room.server.hotpatchRamps
            try await follow(room)
            room.console.clock.advance(by: 1_800)
            try await ramps.tick()
            #expect(try await percentage(room) == 1)
            room.console.clock.advance(by: 2_000)
            try await ramps.tick()
            #expect(try await percentage(room) == 1, "too few devices")
            #expect(try await ramps.view(room.release)?.hold.value == .devices)
            try await room.expose(12)
            try await room.guarding.tick()
            try await ramps.tick()
            #expect(try await percentage(room) == 5)
            room.console.clock.advance(by: 7_300)
            try await ramps.tick()
            #expect(try await percentage(room) == 5)
            #expect(try await events(room) == [.chosen, .held, .raised, .held])
        }
    }

    @Test func evidenceOfHarmHoldsIt() async throws {
        try await HotpatchWatchRoom.run(.notify, percentage: 1) { room in
            try await follow(room)
            try await room.expose(50)
            try await room.crash((0..<12).map { "t\($0)" })
            try await room.guarding.tick()
            room.console.clock.advance(by: 4_000)
            try await room.server.hotpatchRamps.tick()
            #expect(try await percentage(room) == 1)
            #expect(try await room.server.hotpatchRamps.view(room.release)?.hold.value == .evidence)
        }
    }

    @Test func aRaiseByHandIsADeviationAndAnEndStopsIt() async throws {
        try await HotpatchWatchRoom.run(percentage: 1) { room in
            let ramps = room.server.hotpatchRamps
            try await follow(room)
            _ = try await room.server.hotpatches.raise(room.release.id, of: "demo", to: 3, by: HotpatchWatchRoom.ann)
            try await ramps.tick()
            #expect(try await events(room) == [.chosen, .deviation])
            _ = try await room.server.hotpatches.end(room.release.id, of: "demo", by: HotpatchWatchRoom.ann)
            try await ramps.tick()
            #expect(try await ramps.view(room.release)?.state == .stopped)
        }
    }

    @Test(arguments: [
        #"{"name":"","steps":[{"percentage":1,"hours":0,"devices":0}]}"#, #"{"name":"x","steps":[]}"#,
        #"{"name":"x","steps":[{"percentage":5,"hours":0,"devices":0},{"percentage":5,"hours":0,"devices":0}]}"#,
        #"{"name":"x","steps":[{"percentage":101,"hours":0,"devices":0}]}"#, #"{"name":"x","steps":[{"percentage":1,"hours":-1,"devices":0}]}"#,
    ]) func whatIsNoScheduleIsRefused(json: String) async throws {
        try await TestConsole.run { console in
            try await console.makeApp("Demo")
            #expect(try await console.api(.post, "/apps/demo/hotpatch-ramps", json).status == .unprocessableContent)
        }
    }

    @Test func schedulesArePagesToo() async throws {
        try await TestConsole.run { console in
            try await console.makeApp("Demo")
            #expect(try await console.page("/apps/demo/hotpatch-ramps").status == .ok)
            #expect(try await console.page("/apps/demo/hotpatch-ramps/standard", language: "en").status == .ok)
            let made = try await console.submit("/apps/demo/hotpatch-ramps", [("name", "slow"), ("steps", "1% 24 100\n50% 24 1000\n100%")])
            #expect(made.status == .seeOther)
            let list = try await console.api(.get, "/apps/demo/hotpatch-ramps").json(List<HotpatchRamp>.self)
            #expect(list.items.map(\.name) == ["standard", "slow"])
            let id = list.items[1].id
            #expect(list.items[1].steps.map(\.percentage) == [1, 50, 100])
            #expect(try await console.submit("/apps/demo/hotpatch-ramps", [("name", "x"), ("steps", "what")]).status == .unprocessableContent)
            #expect(
                try await console.submit("/apps/demo/hotpatch-ramps/\(id)", [("name", "slower"), ("steps", "2% 0.5 1\n100%")]).status == .seeOther
            )
            #expect(try await console.page("/apps/demo/hotpatch-ramps/\(id)").text.contains(#"<td class="num">0.5</td>"#))
            #expect(try await console.submit("/apps/demo/hotpatch-ramps/\(id)/removal", []).status == .seeOther)
            #expect(try await console.api(.get, "/apps/demo/hotpatch-ramps/\(id)").status == .notFound)
        }
    }
}

import Foundation
import Storage
import TestSupport
import Testing
import Web

@testable import Console

/// What devices were told is written down as they are told, once.
@Suite struct ExposureTests {
    private func told(_ room: HotpatchRoom, _ device: String = "d1") async throws -> [ExposureTold] {
        try await room.server.exposures.flush()
        return try await room.server.exposures.told(device, of: "demo", limit: 50)
    }

    @Test func aDeviceIsToldOfAPatchOnceWhateverBecomesOfIt() async throws {
        try await HotpatchRoom.run { room in
            let patch = try await room.publish()
            let first = room.console.clock.now
            #expect(try await room.given("d1") == "1")
            room.console.clock.advance(by: 60)
            #expect(try await room.given("d1") == "1")
            let expected = ExposureTold(
                kind: .patch,
                subject: patch.id,
                title: "ios #1",
                state: "running",
                at: first,
                href: "/apps/demo/hotpatches/\(patch.id)"
            )
            #expect(try await told(room) == [expected])
            // A console that was started anew has forgotten that it knows; the first time stays.
            let restarted = Exposures(database: room.server.database, clock: room.server.clock)
            restarted.note(app: "demo", .patch, subject: patch.id, device: "d1", on: .ios, at: Int64(room.console.clock.now.milliseconds))
            try await restarted.flush()
            #expect(try await told(room) == [expected])
            #expect(try await tally(room, .patch, "ios") == 1)
            _ = try await room.hotpatches.rollBack(patch.id, of: "demo", by: HotpatchRoom.ann)
            #expect(try await told(room).map(\.state) == ["rolledBack"])
        }
    }

    @Test func whoIsOutsideThePercentageWasToldOfNothing() async throws {
        try await HotpatchRoom.run { room in
            try await room.publish(#""percentage":50"#)
            let devices = (0..<40).map { "device-\($0)" }
            var given: Set<String> = []
            for device in devices where try await room.given(device) != nil { given.insert(device) }
            try await room.server.exposures.flush()
            var noted: Set<String> = []
            for device in devices where try await !room.server.exposures.told(device, of: "demo", limit: 1).isEmpty { noted.insert(device) }
            #expect(!given.isEmpty && given.count < devices.count)
            #expect(noted == given)
            #expect(try await tally(room, .patch, "ios") == given.count)
        }
    }

    @Test func updatesAndSwitchesAreNotedWithTheirNumbers() async throws {
        try await TestConsole.run { console in
            try await console.makeApp("Demo", platforms: ["ios", "android"])
            let (updates, switches) = (UpdateRoom(console: console), SwitchRoom(console: console))
            // Nothing is published: nobody is told.
            _ = try await updates.answer(#"{"did":"d1"}"#)
            _ = try await switches.answer(device: "d1")
            let release = try await updates.publish("2.0", #""mode":"official""#)
            try await switches.save("a", #"{"type":"boolean","default":true}"#)
            try await switches.publish()
            #expect(try await updates.told(#"{"did":"d1"}"#) == "2.0")
            console.clock.advance(by: 1)
            _ = try await switches.answer(device: "d1")
            // Who has the version already, and who says no name.
            _ = try await updates.answer(#"{"did":"d2","productVersion":"2.0"}"#)
            _ = try await updates.answer()
            try await console.server.exposures.flush()
            let told = try await console.server.exposures.told("d1", of: "demo", limit: 50)
            #expect(told.map(\.kind) == [.switches, .update])
            #expect(told.map(\.title) == ["#1", "ios 2.0"])
            #expect(told.map(\.href) == ["/apps/demo/switches/publications/1", "/apps/demo/updates/\(release.id)"])
            let devices = try await console.server.database.read { try $0.all("SELECT DISTINCT device FROM exposure") { try $0[0] as String } }
            #expect(devices == ["d1"])
        }
    }

    @Test func dotsAreNotedWhereTheyAreShown() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            _ = try await console.api(.post, "/apps/demo/badges", ##"{"badgeId":"#mine,#orders","style":"point","audience":"all"}"##)
            let device = BadgeDevice(console: console)
            _ = try await device.pull()
            _ = try await BadgeDevice(console: console, device: "").pull(#"{"userId":"u1"}"#)
            try await console.server.exposures.flush()
            let told = try await console.server.exposures.told("device-1", of: "demo", limit: 50)
            #expect(told.map(\.kind) == [.badge] && told.map(\.title) == ["#mine,#orders"] && told.map(\.state) == ["live"])
            #expect(try await console.server.database.read { try $0.value("SELECT count(*) FROM exposure", as: Int.self) } == 1)
        }
    }

    @Test func pushesCountAsServicesTakeThem() async throws {
        try await PushSendingRoom.run { room in
            try await room.bind(0..<6)
            let message = try await room.send()
            try await room.sending().tick()
            let start = room.now.addingTimeInterval(-60).milliseconds
            let tallies = try await room.database.read { try $0.exposureTallies(of: "demo", on: .ios, since: start, limit: 10) }
            #expect(tallies.map(\.subject) == [ExposureSubject(kind: .push, id: message)])
            #expect(tallies.map(\.tally.devices) == [6])
            let told = try await room.console.server.exposures.told("device-3", of: "demo", limit: 5)
            #expect(told.map(\.title) == ["test"] && told.map(\.href) == ["/apps/demo/push-messages/\(message)"])
        }
    }

    // MARK: bounds

    @Test func whatIsTooLongOrNamelessIsNotNoted() async throws {
        try await HotpatchRoom.run { room in
            let exposures = room.server.exposures
            exposures.note(app: "demo", .switches, subject: "1", device: "", at: 1)
            exposures.note(app: "demo", .switches, subject: "1", device: String(repeating: "x", count: 129), at: 1)
            try await exposures.flush()
            #expect(try await count(room) == 0)
        }
    }

    @Test func whatIsOlderThanNinetyDaysGoes() async throws {
        try await HotpatchRoom.run { room in
            let (exposures, now) = (room.server.exposures, room.console.clock.now)
            let old = now.addingTimeInterval(-Double(Exposures.keptDays) * 86_400 - 1)
            try await exposures.seed(app: "demo", .patch, subject: "old", devices: [("d1", old), ("d2", old)])
            try await exposures.seed(app: "demo", .patch, subject: "new", devices: [("d1", now)])
            try await exposures.purge()
            #expect(try await told(room).map(\.subject) == ["new"])
            // A release that is gone goes by its id, and leads to the list.
            #expect(try await told(room).map(\.href) == ["/apps/demo/hotpatches"])
            let left = try await room.server.database.read { try $0.all("SELECT subject FROM exposure_tally") { try $0[0] as String } }
            #expect(left == ["new"])
        }
    }

    @Test func whoIsErasedHasAnotherName() async throws {
        try await HotpatchRoom.run { room in
            try await room.server.exposures.seed(app: "demo", .patch, subject: "p", devices: [("d1", room.console.clock.now)])
            try await room.server.database.write { connection in
                let task = TelemetryErasureTask(id: "e", field: .device, value: "d1")
                try connection.rename(task, of: "demo", to: "erased-1", days: 0...1)
            }
            #expect(try await told(room).isEmpty)
            #expect(try await told(room, "erased-1").map(\.subject) == ["p"])
        }
    }

    @Test func anAppTakesItsExposuresAlong() async throws {
        try await HotpatchRoom.run { room in
            try await room.publish()
            _ = try await room.given("d1")
            try await room.server.exposures.flush()
            _ = try await room.given("d2")
            try await room.server.exposures.forget(app: "demo")
            try await room.server.exposures.flush()
            #expect(try await count(room) == 0)
            #expect(try await tally(room, .patch, "ios") == 0)
        }
    }

    private func count(_ room: HotpatchRoom) async throws -> Int {
        try await room.server.database.read { try $0.value("SELECT count(*) FROM exposure") ?? 0 }
    }

    private func tally(_ room: HotpatchRoom, _ kind: ExposureKind, _ platform: String) async throws -> Int {
        try await room.server.database.read { connection in
            try connection.value(
                """
                SELECT CAST(coalesce(sum(devices), 0) AS BIGINT) FROM exposure_tally
                WHERE app_id = 'demo' AND kind = \(kind) AND platform = \(platform)
                """
            ) ?? 0
        }
    }
}

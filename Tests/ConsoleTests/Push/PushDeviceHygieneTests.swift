import Foundation
import Storage
import TestSupport
import Testing

@testable import Console

@Suite struct PushDeviceHygieneTests {
    /// One round: each phase takes a step at least.
    private func round(_ console: TestConsole, _ hygiene: PushHygiene) async throws {
        for _ in 0..<8 { try await hygiene.tick() }
    }

    private func seeInLines(_ console: TestConsole, _ device: String, at time: Date, version: String) async throws {
        try await console.server.database.write { connection in
            try connection.run(
                """
                INSERT INTO device (app_id, platform, device, first_day, last_day, last_time, version, user_id, model, os_version, channel)
                VALUES ('demo', 'ios', \(device), 0, 0, \(time), \(version), 'eve', '', '18.1', '')
                """
            )
        }
    }

    @Test func devicesThatAreSilentForNinetyDaysAreGone() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let hygiene = PushHygiene(database: console.server.database, clock: console.server.clock)
            for number in 1...3 { try await PushDeviceCaller(console: console, device: "device-\(number)").bind(PushDeviceCaller.token(number)) }
            console.clock.advance(by: 89 * 86_400)
            try await PushDeviceCaller(console: console, device: "device-2").bind(PushDeviceCaller.token(2))
            try await seeInLines(console, "device-3", at: console.clock.now, version: "9.9")
            try await round(console, hygiene)
            #expect(try await console.pushDevice("device-1")?.state == .bound)
            console.clock.advance(by: 2 * 86_400)
            try await round(console, hygiene)
            let gone = try #require(try await console.pushDevice("device-1"))
            #expect(gone.state == .gone && gone.reason == "silent" && gone.endedAt == console.clock.now)
            #expect(try await console.pushDevice("device-2")?.state == .bound)
            let seen = try #require(try await console.pushDevice("device-3"))
            #expect(seen.state == .bound && seen.version == "9.9" && seen.osVersion == "18.1")
            // Who uses it is what the device bound, not what its lines say.
            #expect(seen.user.isEmpty)
            console.clock.advance(by: 181 * 86_400)
            try await round(console, hygiene)
            #expect(try await console.pushDevice("device-1") == nil)
        }
    }

    @Test func aClockThatIsAheadCountsAsNow() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let hygiene = PushHygiene(database: console.server.database, clock: console.server.clock)
            try await PushDeviceCaller(console: console).bind()
            console.clock.advance(by: 86_400)
            try await seeInLines(console, "device-1", at: console.clock.now.addingTimeInterval(1_000 * 86_400), version: "")
            try await round(console, hygiene)
            let device = try #require(try await console.pushDevice())
            #expect(device.seenAt == console.clock.now && device.version == "2.3.0")
        }
    }

    @Test func whatTellsOfSomebodyCanBeErased() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            try await PushDeviceCaller(console: console).bind(PushDeviceCaller.token(1), ["userId": "alice"])
            try await console.makePushMessage("m1", [("device-1", .sent)])
            let actor = Actor(id: "tester", name: "tester", address: "192.0.2.1")
            let list = try await console.pushLists.upload("both", .users, Array("alice\nbob\n".utf8), to: "demo", by: actor)
            try await console.pushDevices.erase(TelemetryErasureTask(id: "1", field: .user, value: "alice"), of: "demo")
            #expect(try await console.pushDevice()?.user.isEmpty == true)
            let (left, sample) = try await console.pushLists.list(list.id, of: "demo")
            #expect(left.entries == 1 && sample.map(\.name) == ["bob"])
            try await console.pushDevices.erase(TelemetryErasureTask(id: "2", field: .device, value: "device-1"), of: "demo")
            #expect(try await console.pushDevice() == nil)
            let deliveries = try await console.pushDeliveries()
            #expect(deliveries.count == 1 && deliveries["device-1"] == nil)
        }
    }

    /// Names that JSON writes in another way, and the device on which somebody tried a message.
    @Test func messagesForgetWhomTheyNamed() async throws {
        try await PushMessageRoom.run { room in
            try await room.bind(0..<2)
            let draft = try await room.draft(#""target":{"users":["a\"li\\ce","a"]}"#)
            let tried = try await room.draft()
            _ = try await room.messages.test(tried.id, of: "demo", on: "device-1", by: PushMessageRoom.ann)
            let devices = room.console.pushDevices
            try await devices.erase(TelemetryErasureTask(id: "1", field: .user, value: #"a"li\ce"#), of: "demo")
            let users = try #require(try await room.now(draft).target.users)
            #expect(users.count == 2 && users[0].hasPrefix("erased-") && users[1] == "a")
            try await devices.erase(TelemetryErasureTask(id: "2", field: .device, value: "device-1"), of: "demo")
            let notes = try await room.messages.history(tried.id, of: "demo").map(\.note)
            #expect(!notes.contains("device-1") && notes.contains { $0.hasPrefix("erased-") })
        }
    }

    @Test func anAppThatIsDeletedLeavesNothing() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            try await PushDeviceCaller(console: console).bind()
            let actor = Actor(id: "tester", name: "tester", address: "192.0.2.1")
            try await console.pushLists.upload("some", .devices, Array("d1\nd2\n".utf8), to: "demo", by: actor)
            try await console.pushDevices.forget(app: "demo")
            let left = try await console.server.database.read { connection in
                try connection.value("SELECT (SELECT count(*) FROM push_device) + (SELECT count(*) FROM push_list_entry)", as: Int.self)
            }
            #expect(left == 0)
        }
    }
}

import Foundation
import Storage
import TestSupport
import Testing
import Web

@testable import Console

@Suite struct PushAudienceTests {
    /// Five bound devices and one that is not; alice has two.
    private func fill(_ console: TestConsole) async throws {
        try await console.makeApp(platforms: ["ios", "android"])
        func bind(_ device: String, _ platform: Platform, _ version: String, _ more: [String: String]) async throws {
            let token = platform == .ios ? PushDeviceCaller.token(Int(device.dropFirst()) ?? 0) : "token-\(device)"
            try await PushDeviceCaller(console: console, device: device, version: version, platform: platform).bind(token, more)
        }
        try await bind("i1", .ios, "2.3.0", ["userId": "alice", "mobileModel": "iPhone16,1", "osVersion": "17.5"])
        try await bind("i2", .ios, "2.3", ["userId": "bob", "mobileModel": "iphone16,1", "osVersion": "16.0", "environment": "development"])
        console.clock.advance(by: 10 * 86_400)
        try await bind("a1", .android, "1.9.1", ["userId": "alice", "mobileModel": "MI 14", "osVersion": "14"])
        try await bind("a2", .android, "1.10", ["mobileModel": "MI 14", "osVersion": "15", "channel": "xiaomi"])
        try await bind("a3", .android, "2.4-beta", ["userId": "carol"])
        try await bind("gone", .android, "2.3.0", ["userId": "dave"])
        try await PushDeviceCaller(console: console, device: "gone", platform: .android).call("mpaas.push.unbind", "{}")
    }

    private func count(_ console: TestConsole, _ target: PushTarget) async throws -> PushAudienceCount {
        let now = console.clock.now
        return try await console.server.database.read { try $0.countPushAudience("demo", try target.checked(), at: now) }
    }

    private func frozen(_ console: TestConsole, _ target: PushTarget, _ message: String) async throws -> [String] {
        let now = console.clock.now
        try await console.makePushMessage(message)
        let made = try await console.server.database.write { try $0.freezePushAudience("demo", message: message, target, at: now) }
        let devices = try await console.pushDeliveries(message).keys.sorted()
        #expect(made == devices.count)
        return devices
    }

    @Test func everyKindOfTargetFindsItsDevices() async throws {
        try await TestConsole.run { console in
            try await fill(console)
            let cases: [(PushTarget, [String])] = [
                (.everybody, ["a1", "a2", "a3", "i1", "i2"]),
                (PushTarget(users: ["alice", "carol", "nobody"]), ["a1", "a3", "i1"]),
                (PushTarget(devices: ["i1", "gone", "none"]), ["i1"]),
                (PushTarget(segment: PushSegment(platform: .ios)), ["i1", "i2"]),
                (PushTarget(segment: PushSegment(versions: RolloutWords(["2.3"]))), ["i1", "i2"]),
                (PushTarget(segment: PushSegment(versions: RolloutWords([">=1.10 <2.3.1"]))), ["a2", "i1", "i2"]),
                (PushTarget(segment: PushSegment(versions: RolloutWords(["9.*"]))), []),
                (PushTarget(segment: PushSegment(models: RolloutWords(["IPHONE16,1"]))), ["i1", "i2"]),
                (PushTarget(segment: PushSegment(platform: .android, osVersions: RolloutWords([">=15"]))), ["a2"]),
                (PushTarget(segment: PushSegment(activeWithinDays: 5)), ["a1", "a2", "a3"]),
            ]
            for (number, (target, devices)) in cases.enumerated() {
                #expect(try await frozen(console, try target.checked(), "m\(number)") == devices)
                #expect(try await count(console, target).devices == devices.count)
            }
        }
    }

    @Test func anAudienceIsCountedByPlatformAndEnvironment() async throws {
        try await TestConsole.run { console in
            try await fill(console)
            let all = try await count(console, .everybody)
            #expect(all.devices == 5 && all.users == 3 && all.withoutToken == 0)
            #expect(all.platforms == [.init(platform: .ios, devices: 2), .init(platform: .android, devices: 3)])
            #expect(all.channels.first == .init(channel: .fcm, environment: .production, devices: 2))
            #expect(all.channels.contains(.init(channel: .apns, environment: .development, devices: 1)))
            #expect(try await count(console, PushTarget(users: ["alice", "dave", "nobody"])).withoutToken == 2)
            #expect(try await count(console, PushTarget(devices: ["i1", "gone"])).withoutToken == 1)
        }
    }

    @Test func whoWasHitByACrashGroupIsFound() async throws {
        try await TestConsole.run { console in
            try await fill(console)
            try await console.server.database.write { connection in
                for (id, into) in [("group1", ""), ("group2", "group1")] {
                    try connection.run(
                        """
                        INSERT INTO crash_group (app_id, id, platform, title, culprit, type, handled, state, first_time, last_time, first_version,
                            last_version, reports, devices, users, merged_into, created_at)
                        VALUES ('demo', \(id), 'ios', 't', 'c', 'x', 0, 'open', 0, 0, '', '', 1, 1, 1, \(into), 0)
                        """
                    )
                }
                for device in ["i1", "elsewhere", ""] {
                    try connection.run("INSERT INTO crash_group_device (app_id, group_id, device, reports) VALUES ('demo', 'group1', \(device), 1)")
                }
            }
            #expect(try await frozen(console, PushTarget(segment: PushSegment(crashGroup: "group1")), "m1") == ["i1"])
            #expect(try await count(console, PushTarget(segment: PushSegment(crashGroup: "group2"))).devices == 1)
            let unknown = await problem { try await count(console, PushTarget(segment: PushSegment(crashGroup: "group3"))) }
            #expect(unknown?.rejections.first?.field == "target.segment.crashGroup")
        }
    }

    @Test func aListFillsPlaceholdersOfEach() async throws {
        try await TestConsole.run { console in
            try await fill(console)
            let actor = Actor(id: "tester", name: "tester", address: "192.0.2.1")
            let users = Array("\u{FEFF}userId,city,gift\r\nalice,\"Paris, \"\"7e\"\"\",\r\nnobody,Rome,pen\r\n".utf8)
            let list = try await console.pushLists.upload("spring", .users, users, to: "demo", by: actor)
            #expect(list.entries == 2 && list.columns == ["city", "gift"])
            let counted = try await count(console, PushTarget(list: list.id))
            #expect(counted.devices == 2 && counted.users == 1 && counted.withoutToken == 1)
            #expect(try await frozen(console, PushTarget(list: list.id), "m1") == ["a1", "i1"])
            #expect(try await console.pushDeliveries()["i1"] == #"{"city":"Paris, \"7e\""}"#)
            let devices = try await console.pushLists.upload("some", .devices, Array("i2\ni2\na3\n".utf8), to: "demo", by: actor)
            #expect(try await frozen(console, PushTarget(list: devices.id), "m2") == ["a3", "i2"])
            #expect(try await console.pushDeliveries("m2")["i2"] == "")
            try await console.pushLists.delete(devices.id, of: "demo", by: actor)
            let unknown = await problem { try await count(console, PushTarget(list: devices.id)) }
            #expect(unknown?.rejections.first?.field == "target.list")
        }
    }

    @Test func freezingTwiceAddsNobodyTwice() async throws {
        try await TestConsole.run { console in
            try await fill(console)
            let now = console.clock.now
            try await console.makePushMessage()
            let first = try await console.server.database.write { try $0.freezePushAudience("demo", message: "m1", .everybody, at: now) }
            let second = try await console.server.database.write { try $0.freezePushAudience("demo", message: "m1", .everybody, at: now) }
            #expect(first == 5 && second == 0)
        }
    }

    /// Generous: on an idle machine it is a second or two.
    @Test(.timeLimit(.minutes(2))) func aHundredThousandDevicesAreFrozenInSeconds() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let now = console.clock.now
            try await console.server.database.write { connection in
                try connection.run(
                    """
                    INSERT INTO push_device (app_id, device, platform, channel, environment, token, user_id, version, model, os_version, time_zone,
                        language, bound_at, seen_at, state, reason, ended_at)
                    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 100000)
                    SELECT 'demo', 'device-' || CAST(n AS TEXT), 'ios', 'apns', 'production', 'token-' || CAST(n AS TEXT), '',
                        '2.' || CAST(n % 50 AS TEXT), '', '', '', '', \(now), \(now), 'bound', '', NULL
                    FROM numbers WHERE n > 0
                    """
                )
            }
            try await console.makePushMessage()
            let target = PushTarget(segment: PushSegment(versions: RolloutWords([">=2.25"]), activeWithinDays: 1))
            #expect(try await count(console, .everybody).devices == 100_000)
            let began = ContinuousClock.now
            let half = try await console.server.database.write { try $0.freezePushAudience("demo", message: "m1", target, at: now) }
            let all = try await console.server.database.write { try $0.freezePushAudience("demo", message: "m1", .everybody, at: now) }
            #expect(half == 50_000 && all == 50_000)
            #expect(ContinuousClock.now - began < .seconds(30))
        }
    }
}

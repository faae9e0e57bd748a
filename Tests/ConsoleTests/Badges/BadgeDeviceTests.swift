import Foundation
import TestSupport
import Testing
import Web

@testable import Console

@Suite struct BadgeDeviceTests {
    private func publish(_ console: TestConsole, _ json: String) async throws -> String {
        let answer = try await console.api(.post, "/apps/demo/badges", json)
        return try answer.json(Published.self).id
    }

    private struct Published: Decodable { let id: String }

    @Test func aDotIsPulledClearedOnceAndStaysCleared() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            _ = try await publish(console, ##"{"badgeId":"#mine,#orders","style":"num","number":3,"audience":"all"}"##)
            let device = BadgeDevice(console: console)
            #expect(try await device.pull() == ["#mine,#orders": [3, 0]])
            #expect(try await device.acknowledge("#orders") == 1)
            #expect(try await device.acknowledge("#orders") == 0)
            #expect(try await device.pull() == [:])
            #expect(try await BadgeDevice(console: console, device: "device-2").pull() == ["#mine,#orders": [3, 0]])
        }
    }

    @Test func aTapOnAParentClearsNothing() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            _ = try await publish(console, ##"{"badgeId":"#mine,#orders","style":"point","audience":"all"}"##)
            let device = BadgeDevice(console: console)
            #expect(try await device.acknowledge("#mine", "#nothing") == 0)
            #expect(try await device.pull().count == 1)
        }
    }

    @Test func aPersistentNumberStaysAfterATapUntilTheDotEnds() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let json = ##"{"badgeId":"#A","style":"num","number":2,"persistentNumber":5,"audience":"all","expiresAt":"2026-11-23"}"##
            let id = try await publish(console, json)
            let device = BadgeDevice(console: console)
            #expect(try await device.acknowledge("#A") == 1)
            #expect(try await device.pull() == ["#A": [0, 5]])
            #expect(try await console.api(.post, "/apps/demo/badges/\(id)/end").status == .noContent)
            #expect(try await device.pull() == [:])
        }
    }

    @Test func aDotIsGoneWhenItExpires() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            _ = try await publish(console, ##"{"badgeId":"#A","style":"new","audience":"all","expiresAt":"2026-11-22"}"##)
            let device = BadgeDevice(console: console)
            #expect(try await device.pull().count == 1)
            console.clock.advance(by: 3 * 86_400)
            #expect(try await device.pull().isEmpty)
        }
    }

    @Test func namedUsersSeeTheirDotsOnWhateverDevice() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            _ = try await publish(console, ##"{"badgeId":"#A","style":"hui","audience":{"users":["alice"]}}"##)
            let phone = BadgeDevice(console: console)
            let tablet = BadgeDevice(console: console, device: "device-2")
            #expect(try await phone.pull().isEmpty)
            #expect(try await phone.pull(##"{"userId":"bob"}"##).isEmpty)
            #expect(try await tablet.pull(##"{"userId":"alice"}"##).count == 1)
            #expect(try await phone.acknowledge("#A", as: "alice") == 1)
            #expect(try await tablet.pull(##"{"userId":"alice"}"##).isEmpty)
        }
    }

    /// Cleared by somebody who is logged in, a dot for everybody is gone for them and on that device, not for others elsewhere.
    @Test func aDotForEverybodyIsClearedForDeviceAndUser() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            _ = try await publish(console, ##"{"badgeId":"#A","style":"point","audience":"all"}"##)
            let phone = BadgeDevice(console: console, session: "alice")
            #expect(try await phone.acknowledge("#A") == 1)
            #expect(try await BadgeDevice(console: console).pull().isEmpty)
            let tablet = BadgeDevice(console: console, device: "device-2")
            #expect(try await tablet.pull(##"{"userId":"alice"}"##).isEmpty)
            #expect(try await tablet.pull(##"{"userId":"bob"}"##).count == 1)
        }
    }

    @Test func rulesLookAtPlatformVersionAndModel() async throws {
        try await TestConsole.run { console in
            try await console.makeApp(platforms: ["ios", "android"])
            let rules = ##"{"platform":"ios","versions":[">=2.2 <2.4"],"models":["iPhone17,1"],"osVersions":["17.*"]}"##
            _ = try await publish(console, ##"{"badgeId":"#A","style":"new","audience":{"rules":\##(rules)}}"##)
            let device = BadgeDevice(console: console)
            let right = ##"{"mobileModel":"iPhone17,1","osVersion":"17.6.1"}"##
            #expect(try await device.pull(right).count == 1)
            #expect(try await device.pull(##"{"mobileModel":"iPhone16,1","osVersion":"17.6.1"}"##).isEmpty)
            #expect(try await BadgeDevice(console: console, version: "2.4.0").pull(right).isEmpty)
            #expect(try await BadgeDevice(console: console, platform: .android).pull(right).isEmpty)
        }
    }

    @Test func aShareIsAlwaysTheSameDevices() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            _ = try await publish(console, ##"{"badgeId":"#A","style":"new","audience":{"rules":{"percentage":30}}}"##)
            var shown = 0
            for number in 0..<60 {
                let device = BadgeDevice(console: console, device: "d\(number)")
                let first = try await device.pull().count
                #expect(try await device.pull().count == first)
                shown += first
            }
            #expect((8...30).contains(shown))
            #expect(try await BadgeDevice(console: console, device: "").pull().isEmpty)
        }
    }

    @Test func dotsOfOnePathAreAddedUp() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            _ = try await publish(console, ##"{"badgeId":"#A","style":"num","number":2,"audience":"all"}"##)
            _ = try await publish(console, ##"{"badgeId":"#A","style":"num","number":3,"audience":"all"}"##)
            #expect(try await BadgeDevice(console: console).pull() == ["#A": [5, 0]])
            #expect(try await BadgeDevice(console: console).acknowledge("#A") == 2)
        }
    }

    @Test func whatWasShownAndClearedIsCountedAndOutlivesARestart() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let id = try await publish(console, ##"{"badgeId":"#A","style":"point","audience":"all"}"##)
            for number in 0..<5 {
                let device = BadgeDevice(console: console, device: "d\(number)")
                _ = try await device.pull()
                _ = try await device.pull()
                if number < 2 { _ = try await device.acknowledge("#A") }
            }
            let badges = console.server.badges
            #expect(try await badges.badge(id, of: "demo").shown == 5)
            #expect(try await badges.badge(id, of: "demo").acknowledged == 2)
            try await badges.writeReach()
            let restarted = Badges(database: console.server.database, audit: console.server.audit, clock: console.clock.clock, raised: [])
            try await restarted.refreshIndex()
            #expect(try await restarted.badge(id, of: "demo").shown == 5)
            #expect(restarted.live(of: "demo").map(\.id) == [id])
        }
    }

    @Test func acknowledgementsOfPastDotsAreRemoved() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let id = try await publish(console, ##"{"badgeId":"#A","style":"point","audience":"all"}"##)
            for number in 0..<3 { _ = try await BadgeDevice(console: console, device: "d\(number)").acknowledge("#A") }
            let database = console.server.database
            try await console.server.badges.tidy()
            #expect(try await database.read { try $0.value("SELECT count(*) FROM badge_ack", as: Int.self) } == 3)
            _ = try await console.api(.post, "/apps/demo/badges/\(id)/end")
            console.clock.advance(by: 7_200)
            try await console.server.badges.tidy()
            #expect(try await database.read { try $0.value("SELECT count(*) FROM badge_ack", as: Int.self) } == 0)
            #expect(try await console.server.badges.badge(id, of: "demo").acknowledged == 3)
        }
    }

    @Test(arguments: [
        ("mpaas.badge.ack", ##"{}"##), ("mpaas.badge.ack", ##"{"widgetIds":"#A"}"##), ("mpaas.badge.ack", ##"{"widgetIds":["A"]}"##),
        ("mpaas.badge.ack", ##"{"widgetIds":["#\##u{200D}"]}"##), ("mpaas.badge.pull", ##"[]"##), ("mpaas.badge.pull", ##"{"did":"a b"}"##),
        ("mpaas.badge.pull", ##"{"userId":"\u0000"}"##), ("mpaas.badge.pull", ##"{"did":7}"##),
    ])
    func nonsenseIsBadFormat(operation: String, json: String) async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            #expect(await BadgeDevice(console: console).refusal(operation, json)?.status == .badFormat)
        }
    }

    @Test func aHundredWidgetsAndNoMore() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let device = BadgeDevice(console: console)
            func request(_ count: Int) -> String { ##"{"widgetIds":[\##((0..<count).map { "\"#w\($0)\"" }.joined(separator: ","))]}"## }
            #expect(await device.refusal("mpaas.badge.ack", request(101))?.status == .badFormat)
            #expect(await device.refusal("mpaas.badge.ack", request(100)) == nil)
        }
    }

    @Test func onlyClearingChangesSomething() async throws {
        try await TestConsole.run { console in
            let changing = console.server.badges.operations.filter(\.changesState).map(\.name)
            #expect(changing == ["mpaas.badge.ack"])
        }
    }

    @Test func aDeletedAppsDotsAreGoneAlsoForAnotherOfItsName() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            _ = try await publish(console, ##"{"badgeId":"#A","style":"point","audience":"all"}"##)
            _ = try await BadgeDevice(console: console).acknowledge("#A")
            #expect(try await console.api(.delete, "/apps/demo?confirm=demo").status == .noContent)
            try await console.makeApp()
            #expect(try await BadgeDevice(console: console).pull().isEmpty)
            #expect(console.server.badges.live(of: "demo").isEmpty)
        }
    }
}

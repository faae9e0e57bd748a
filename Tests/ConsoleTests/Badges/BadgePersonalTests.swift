import Foundation
import TestSupport
import Testing

@testable import Console

@Suite struct BadgePersonalTests {
    private func raise(_ console: TestConsole, for reader: BadgeReader, life: TimeInterval = 86_400) async throws {
        let badges = console.server.badges
        try await console.server.database.write { try badges.raise(FeedbackBadge.path, for: reader, on: "demo", life: life, $0) }
    }

    @Test func itIsItsReadersAloneCountsOnAndGoesWithATap() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            try await raise(console, for: .device("device-1"))
            try await raise(console, for: .device("device-1"))
            let device = BadgeDevice(console: console)
            #expect(try await device.pull() == ["#feedback": [2, 0]])
            #expect(try await BadgeDevice(console: console, device: "device-2").pull().isEmpty)
            #expect(try await device.acknowledge("#feedback") == 1)
            #expect(try await device.acknowledge("#feedback") == 0)
            #expect(try await device.pull().isEmpty)
        }
    }

    @Test func aUsersDotFollowsTheUser() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            try await raise(console, for: .user("alice"))
            let device = BadgeDevice(console: console)
            #expect(try await device.pull().isEmpty)
            #expect(try await device.pull(##"{"userId":"alice"}"##).count == 1)
            #expect(try await console.server.badges.isWaiting(FeedbackBadge.path, for: .user("alice"), on: "demo"))
            #expect(try await device.acknowledge("#feedback", as: "alice") == 1)
            #expect(try await !console.server.badges.isWaiting(FeedbackBadge.path, for: .user("alice"), on: "demo"))
        }
    }

    @Test func theErasedAreForgotten() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            for reader in [BadgeReader.device("device-1"), .device("device-2"), .user("alice")] { try await raise(console, for: reader) }
            let badges = console.server.badges
            try await badges.erase(TelemetryErasureTask(id: "e1", field: .device, value: "device-1"), of: "demo")
            #expect(try await BadgeDevice(console: console).pull().isEmpty)
            #expect(try await BadgeDevice(console: console, device: "device-2").pull() == ["#feedback": [1, 0]])
            try await badges.erase(TelemetryErasureTask(id: "e2", field: .user, value: "alice"), of: "demo")
            #expect(try await !badges.isWaiting(FeedbackBadge.path, for: .user("alice"), on: "demo"))
        }
    }

    @Test func itExpiresAndIsRemoved() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            try await raise(console, for: .device("device-1"), life: 60)
            console.clock.advance(by: 61)
            #expect(try await BadgeDevice(console: console).pull().isEmpty)
            try await console.server.badges.tidy()
            #expect(try await console.server.database.read { try $0.value("SELECT count(*) FROM badge_personal", as: Int.self) } == 0)
            try await raise(console, for: .device("device-1"))
            #expect(try await BadgeDevice(console: console).pull() == ["#feedback": [1, 0]])
        }
    }

    @Test func operatorsCannotHangAnythingBelowIt() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let below = try await console.api(.post, "/apps/demo/badges", ##"{"badgeId":"#feedback,#x","style":"point","audience":"all"}"##)
            #expect(below.status == .unprocessableContent)
            #expect(below.text.contains("#feedback"))
            let above = try await console.api(.post, "/apps/demo/badges", ##"{"badgeId":"#mine,#feedback","style":"point","audience":"all"}"##)
            #expect(above.status == .created)
        }
    }
}

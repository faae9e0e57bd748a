import Foundation
import Storage
import TestSupport
import Testing
import Web

@testable import Console

/// What the demo tells: a bad patch that was halted yesterday, an update at 20 %, a certificate that ends in three weeks.
struct DemoStoryTests {
    private static let seeds = URL(fileURLWithPath: "\(TestConsole.home)/Seeds")

    @Test func theGuardHaltedTheBadPatchYesterday() async throws {
        try await TestConsole.run { console in
            let (server, app) = (console.server, try await Self.makeApp(console.server))
            let told = try #require(try await Self.play(server, app))
            let release = try await server.hotpatches.hotpatch(told.release, of: app.id)
            #expect(release.kept == .halted && release.plan.platform == .android)
            #expect(told.devices.count >= 20)

            let now = console.clock.now
            let week = now.addingTimeInterval(-7 * 86_400)
            let changes = try await server.ledger.felt(in: [app.id], from: week, to: now, limit: 50)
            let steps = changes.filter { $0.subject.value == told.release }
            #expect(steps.map(\.action) == ["hotpatch.halt", "hotpatch.publication"])
            #expect(steps.last?.actor == "林薇" && steps.allSatisfy { Self.isYesterday($0.at, app, now) })
            #expect(told.devices.allSatisfy { Self.isYesterday($0.at, app, now) })

            let attention = try await server.overviewLooking.look(at: [app], for: nil, now: now)
            let kinds = Set(attention.wrong.items.map(\.kind))
            #expect(kinds.contains(.haltedPatch) && kinds.contains(.alerts))
        }
    }

    @Test func theCrashesOfThePatchPointToIt() async throws {
        try await TestConsole.run { console in
            let (server, app) = (console.server, try await Self.makeApp(console.server))
            let told = try #require(try await Self.play(server, app))
            try await DemoExposures(exposures: server.exposures, now: console.clock.now).fill(told)
            try await server.crashWorker.tick()
            let groups = try await server.database.read { try $0.crashGroups(app.id, CrashGroupFilter(), after: nil, limit: 10) }
            let group = try #require(groups.first)
            #expect(groups.count == 1 && group.platform == .android && group.devices >= 5)
            let ranking = try await server.exposureLifts.ranking(of: group, of: app.id)
            let guilty = try #require(ranking.items.first)
            #expect(guilty.kind == .patch && guilty.subject == told.release && guilty.standsOut)
            let victim = try #require(told.devices.first { told in ranking.devicesRead > 0 && !told.device.isEmpty }).device
            let heard = try await server.exposures.told(victim, of: app.id, limit: 10)
            #expect(heard.contains { $0.kind == .patch && $0.subject == told.release })
            let tally = try #require(try await server.database.read { try $0.hotpatchTallies(app.id, [told.release]) }[told.release])
            #expect(tally.downloaded == told.devices.count && tally.applied + tally.failed == tally.downloaded)
            #expect(tally.failed > 0 && tally.rolledBack > 0 && tally.rolledBack < tally.applied)
        }
    }

    @Test func updatesSwitchesAndPatchesHaveTheirDays() async throws {
        try await TestConsole.run { console in
            let (server, now) = (console.server, console.clock.now)
            let app = try await Self.makeApp(server)
            try await SwitchSeed(folder: Self.seeds).fill(server.switches, [app])
            try await UpdateSeed(folder: Self.seeds).publish(to: server.updates, [app])
            try await HotpatchSeed(folder: Self.seeds).publish(to: server.hotpatches, [app])
            try await BadgeSeed(folder: Self.seeds).publish(to: server.badges, [app])
            let running = try await server.database.read { try $0.runningUpdates(at: now, of: app.id) }
            #expect(running.contains { $0.plan.mode == .percentage && $0.plan.percentage == 20 && $0.plan.platform == .ios })
            let start = now.addingTimeInterval(-15 * 86_400)
            let changes = try await server.ledger.felt(in: [app.id], from: start, to: now, limit: 200)
            #expect(Set(changes.map(\.kind)).isSuperset(of: [.update, .patch, .switches, .badge]))
            // Spread over two weeks, by several people, none in the future.
            let days = Set(changes.map { Int(now.timeIntervalSince($0.at) / 86_400) })
            #expect(days.count >= 8 && Set(changes.map(\.actor)).count >= 3)
            #expect(changes.allSatisfy { $0.at < now })
            // What devices are told knows of it too.
            #expect(server.updates.index.version > 0 && server.switches.index.state.version > 0)
        }
    }

    @Test func aCertificateEndsInThreeWeeks() async throws {
        try await TestConsole.run { console in
            let (server, app) = (console.server, try await Self.makeApp(console.server))
            try await CertificateSeed(folder: Self.seeds).add(to: server.certificates, [app])
            let ending = try await server.expiries.look(console.clock.now)
            #expect(ending.contains { (20...21).contains($0.daysLeft) && $0.stops == .pushes })
            let attention = try await server.overviewLooking.look(at: [app], for: nil, now: console.clock.now)
            #expect(attention.waiting.items.contains { $0.kind == .expiry })
        }
    }

    // MARK: the demo's app

    private static func makeApp(_ server: Server) async throws -> App {
        let new = NewApp(name: "SimpleDemoRpc", englishName: "SimpleDemoRpc", platforms: [.ios, .android])
        return try await server.apps.create(new, workspace: "0000017768", demo: true, by: .console)
    }

    private static func play(_ server: Server, _ app: App) async throws -> HotpatchGuardSeed.Told? {
        let seed = try HotpatchGuardSeed(folder: seeds, traffic: try TelemetrySeed(folder: seeds))
        return try await seed.fill(server.hotpatchGuard, server.telemetry, [app]).first
    }

    private static func isYesterday(_ time: Date, _ app: App, _ now: Date) -> Bool {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = app.timeZone
        return calendar.isDate(time, inSameDayAs: now.addingTimeInterval(-86_400))
    }
}

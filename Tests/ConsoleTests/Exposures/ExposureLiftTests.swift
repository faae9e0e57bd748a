import Foundation
import Storage
import TestSupport
import Testing
import Web

@testable import Console

/// Which change is behind a crash.
@Suite struct ExposureLiftTests {
    // MARK: the ratio

    /// By hand: (20.5 / 100.5) / (5.5 / 400.5), width 1.96 · √(1/20.5 − 1/100.5 + 1/5.5 − 1/400.5).
    @Test func theIntervalIsThatOfTheBooks() throws {
        let lift = try #require(ExposureLift(ExposureSide(devices: 100, crashed: 20), ExposureSide(devices: 400, crashed: 5)))
        #expect(abs(lift.ratio - 14.853459973) < 1e-6)
        #expect(abs(lift.low - 5.946473884) < 1e-6)
        #expect(abs(lift.high - 37.101865318) < 1e-6)
        let none = try #require(ExposureLift(ExposureSide(devices: 50, crashed: 0), ExposureSide(devices: 50, crashed: 0)))
        #expect(none.ratio == 1 && none.low < 0.03 && none.high > 40)
        #expect(ExposureLift(ExposureSide(devices: 10, crashed: 3), ExposureSide(devices: 0, crashed: 0)) == nil)
    }

    /// A thousand devices ask for patches, and only eight hundred send logs: that is no reason to take the patch for a cure.
    @Test func moreToldThanActiveIsNoComparison() {
        let cases = ExposureCases((0..<25).map { (device: "d\($0)", at: 100) }, Dictionary(uniqueKeysWithValues: (0..<20).map { ("d\($0)", 60) }))
        let (told, others) = cases.sides(ExposureTally(devices: 1_000, firstAt: 50, lastAt: 90), active: 800)
        #expect(told == ExposureSide(devices: 1_000, crashed: 20))
        #expect(others == ExposureSide(devices: 5, crashed: 5))
        #expect(ExposureLift(told, others) == nil)
    }

    /// A change that nearly all were told of is no cure because two of three others crashed.
    @Test func fewOthersSayNothing() {
        func suspect(others: Int) -> ExposureSuspect {
            let name = ExposureName(title: "#2", state: "", href: "/")
            let (told, others) = (ExposureSide(devices: 900, crashed: 8), ExposureSide(devices: others, crashed: 2))
            return ExposureSuspect(ExposureSubject(kind: .switches, id: "2"), name, since: .now, by: nil, told: told, others: others)
        }
        #expect(!suspect(others: 3).isEnough && suspect(others: 3).lift.value != nil)
        #expect(suspect(others: 300).isEnough)
    }

    /// Of many harmless changes, as few as there should be have an interval above 1.
    @Test func chanceAloneStandsOutSeldom() {
        var random = TelemetrySeedRandom(seed: 7, purpose: "exposure lift")
        var loud = 0
        for _ in 0..<400 {
            let (told, others) = ((0..<300).count { _ in random.chance(0.1) }, (0..<700).count { _ in random.chance(0.1) })
            let lift = ExposureLift(ExposureSide(devices: 300, crashed: told), ExposureSide(devices: 700, crashed: others))
            if let lift, lift.low > 1 { loud += 1 }
        }
        #expect(loud <= 20, "2.5 % of 400 are 10, with a standard deviation of 3")
    }

    // MARK: who counts

    @Test func onlyWhoWasToldBeforeItCrashedCounts() {
        let firsts = (0..<10).map { (device: "d\($0)", at: 100) }
        // Told before, at the same moment, after; one that crashed before there was the change.
        let cases = ExposureCases(firsts + [(device: "old", at: 40)], ["d0": 60, "d1": 100, "d2": 130, "old": 55])
        var tally = ExposureTally()
        for time in [60, 100, 130, 55] { tally.count(at: time) }
        tally.firstAt = 50
        let (told, others) = cases.sides(tally, active: 100)
        #expect(told == ExposureSide(devices: 3, crashed: 2))
        #expect(others == ExposureSide(devices: 97, crashed: 8))
    }

    // MARK: a guilty patch

    /// Five hundred devices; a patch after which a fifth of its devices crash, and changes that went to some of the same devices and do no harm.
    private func plant(_ room: CrashRoom) async throws {
        try await seen(room, 0..<500)
        // This device has the crash already, whatever it is told later.
        try await room.send(CrashRoom.java("pay"), device: "d399")
        try await room.read()
        room.console.clock.advance(by: 600)
        try await tell(.patch, "guilty", Array(0..<100) + [399], room)
        try await tell(.patch, "harmless", Array(50..<150), room)
        try await tell(.push, "push", stride(from: 0, to: 500, by: 2), room)
        try await tell(.switches, "7", 0..<400, room)
        try await tell(.update, "update", 100..<300, room)
        room.console.clock.advance(by: 3_600)
        for device in Array(0..<20) + [150, 300, 301, 302, 303] { try await room.send(CrashRoom.java("pay"), device: "d\(device)") }
        try await room.send(CrashRoom.java("pay"), device: "d399")
        try await room.read()
        room.console.clock.advance(by: 60)
        try await tell(.patch, "harmless", 300..<304, room)
    }

    private func tell(_ kind: ExposureKind, _ subject: String, _ devices: some Sequence<Int>, _ room: CrashRoom) async throws {
        try await room.server.exposures.seed(app: "demo", kind, subject: subject, devices: devices.map { ("d\($0)", room.console.clock.now) })
    }

    /// Devices that were there today.
    private func seen(_ room: CrashRoom, _ devices: Range<Int>) async throws {
        let time = room.console.clock.now.addingTimeInterval(7_200)
        let day = Int(time.timeIntervalSince1970) / 86_400
        try await room.server.database.write { connection in
            for device in devices {
                try connection.run(
                    """
                    INSERT INTO device (app_id, platform, device, first_day, last_day, last_time, version, user_id, model, os_version, channel)
                    VALUES ('demo', 'android', \("d\(device)"), \(day), \(day), \(time), '1.0', '', '', '', '')
                    """
                )
            }
        }
    }

    @Test func theGuiltyPatchComesFirstAndHarmlessChangesDoNotStandOut() async throws {
        try await CrashRoom.run { room in
            try await plant(room)
            let group = try #require(try await room.groups().first)
            let ranking = try await room.console.api(.get, "/apps/demo/crash-groups/\(group.id)/changes").json(ExposureRanking.self)
            #expect(ranking.devicesRead == 25 && !ranking.isSample, "all but the one that had it before")
            #expect(ranking.items.count == 5)
            let guilty = try #require(ranking.items.first)
            #expect(guilty.kind == .patch && guilty.subject == "guilty" && guilty.standsOut)
            #expect(guilty.told == ExposureSide(devices: 101, crashed: 20))
            #expect(guilty.others == ExposureSide(devices: 399, crashed: 5))
            #expect((guilty.lift.value?.low ?? 0) > 5)
            #expect(ranking.items.dropFirst().allSatisfy { !$0.standsOut })
            let harmless = try #require(ranking.items.first { $0.subject == "harmless" })
            // Those that were told after they had crashed are not its doing.
            #expect(harmless.told == ExposureSide(devices: 100, crashed: 0) && !harmless.isEnough)
            let push = try #require(ranking.items.first { $0.kind == .push })
            #expect(push.told.crashed == 13 && push.isEnough)
            // Too little is known of those behind.
            #expect(ranking.items.map(\.isEnough) == ranking.items.map(\.isEnough).sorted { $0 && !$1 })
        }
    }

    @Test func theGroupsPageAndTheWholeTableShowIt() async throws {
        try await CrashRoom.run { room in
            try await plant(room)
            let group = try #require(try await room.groups().first)
            for path in ["/apps/demo/crash-groups/\(group.id)", "/apps/demo/crash-groups/\(group.id)/changes"] {
                let page = try await room.console.page(path)
                #expect(page.status == .ok)
                #expect(page.text.contains("明显偏高") && page.text.contains(">guilty</a>"))
                #expect(page.text.contains("20 / 101"))
                let guilty = try #require(page.text.range(of: ">guilty<"))
                let push = try #require(page.text.range(of: ">push<"))
                #expect(guilty.lowerBound < push.lowerBound)
            }
            #expect(try await room.console.page("/apps/demo/crash-groups/\(group.id)").text.contains("/crash-groups/\(group.id)/changes"))
            #expect(try await room.console.page("/apps/demo/crash-groups/nosuchgroup/changes").status == .notFound)
            #expect(try await room.console.api(.get, "/apps/demo/crash-groups/nosuchgroup/changes").status == .notFound)
        }
    }

    @Test func withoutChangesThePageSaysWhatToDo() async throws {
        try await CrashRoom.run { room in
            try await room.send(CrashRoom.java("pay"))
            try await room.read()
            let group = try #require(try await room.groups().first)
            let page = try await room.console.page("/apps/demo/crash-groups/\(group.id)/changes", language: "en")
            #expect(page.text.contains("There is no change to compare") && page.text.contains("/apps/demo/changes"))
            let ranking = try await room.console.api(.get, "/apps/demo/crash-groups/\(group.id)/changes").json(ExposureRanking.self)
            #expect(ranking.items.isEmpty)
        }
    }

    /// The ledger knows who published it, and the room what it is called.
    @Test func aChangeHasItsNameItsStateAndWhoPublishedIt() async throws {
        try await HotpatchRoom.run { room in
            let patch = try await room.publish()
            _ = try await room.given("d1")
            try await room.server.exposures.flush()
            try await group(room, devices: 0)
            let ranking = try await room.console.api(.get, "/apps/demo/crash-groups/g/changes").json(ExposureRanking.self)
            let suspect = try #require(ranking.items.first)
            #expect(suspect.title == "ios #1" && suspect.state == "running" && suspect.href == "/apps/demo/hotpatches/\(patch.id)")
            #expect(suspect.by.value == HotpatchRoom.ann.name)
            #expect(suspect.lift.value == nil && !suspect.standsOut, "nobody else was there")
        }
    }

    /// Whatever a group has, a page reads so many devices of it.
    @Test func ofALargeGroupASampleIsRead() async throws {
        try await HotpatchRoom.run { room in
            try await room.server.exposures.seed(app: "demo", .switches, subject: "1", devices: [("d1", room.console.clock.now)])
            try await room.server.database.write { connection in
                try connection.run("UPDATE exposure_tally SET platform = 'ios'")
            }
            try await group(room, devices: ExposureLifts.mostDevices + 1)
            let ranking = try await room.console.api(.get, "/apps/demo/crash-groups/g/changes").json(ExposureRanking.self)
            #expect(ranking.devicesRead == ExposureLifts.mostDevices && ranking.isSample)
            #expect(try await room.console.page("/apps/demo/crash-groups/g/changes").text.contains("只查看了其中 2,000 台"))
        }
    }

    /// A group of iOS, `g`, with devices that reported it now.
    private func group(_ room: HotpatchRoom, devices: Int) async throws {
        let now = room.console.clock.now
        try await room.server.database.write { connection in
            try connection.run(
                """
                INSERT INTO crash_group (app_id, id, platform, title, culprit, type, handled, state, first_time, last_time, first_version,
                    last_version, reports, devices, users, created_at)
                VALUES ('demo', 'g', 'ios', 'T', '', '', 0, 'open', \(now), \(now), '1.0', '1.0', \(devices), \(devices), 0, \(now))
                """
            )
            for device in (0..<devices).map({ "device-\($0)" }) {
                try connection.run(
                    "INSERT INTO crash_group_device (app_id, group_id, device, reports, first_time) VALUES ('demo', 'g', \(device), 1, \(now))"
                )
            }
        }
    }

    // MARK: first reports

    /// The time of a device's first report is kept as reports come late, and goes along when groups become one.
    @Test func theFirstReportOfADeviceIsKept() async throws {
        try await CrashRoom.run { room in
            let now = room.console.clock.now.milliseconds
            for method in ["pay", "ship"] { try await room.send(CrashRoom.java(method), device: "d1") }
            try await room.read()
            room.console.clock.advance(by: 60)
            for method in ["pay", "ship"] { try await room.send(CrashRoom.java(method), device: "d1") }
            try await room.send(CrashRoom.java("pay"), device: "d2")
            try await room.read()
            let groups = try await room.groups()
            let (pay, ship) = try (#require(groups.first { $0.count == 3 }), #require(groups.first { $0.count == 2 }))
            #expect(try await firsts(room, pay.id) == ["d1": now, "d2": now + 60_000])
            #expect(try await room.change("merge", #"{"groups":["\#(pay.id)"],"into":"\#(ship.id)"}"#) == 204)
            #expect(try await firsts(room, ship.id) == ["d1": now, "d2": now + 60_000])
        }
    }

    private func firsts(_ room: CrashRoom, _ group: String) async throws -> [String: Int] {
        let rows = try await room.server.database.read { try $0.crashGroupFirsts("demo", group, since: 0, limit: 10) }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.device, $0.at) })
    }
}

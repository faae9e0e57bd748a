import Foundation
import Storage
import TestSupport
import Testing
import Web

@testable import Console

@Suite struct AlertRuleTests {
    @Test func newGroupsOfItsQuietTimeAreToldTogether() async throws {
        try await AlertRoom.run { room in
            try await room.rule(.newGroup, quiet: 10)
            try await room.group("g1", title: "first")
            try await room.happening("h1", "new", group: "g1")
            try await room.alerts.takeHappenings()
            #expect(try await room.found().map(\.facts.groupCount) == [1])
            for number in 2...14 {
                try await room.group("g\(number)", title: "title \(number)")
                try await room.happening("h\(number)", "new", group: "g\(number)")
            }
            try await room.alerts.takeHappenings()
            #expect(try await room.found().count == 1)
            room.clock.advance(by: 600)
            try await room.alerts.takeHappenings()
            let found = try await room.found()
            #expect(found.map(\.facts.groupCount) == [1, 13])
            #expect(found.last?.facts.groups.count == AlertFacts.mostNamed)
            let writer = AlertWriter(room.alerts.catalogue[.english], zone: .gmt, now: room.clock.now)
            #expect(writer.title(try #require(found.last), in: "Demo") == "13 new crashes in Demo")
            #expect(writer.lines(try #require(found.last)).contains("and 3 more"))
            room.clock.advance(by: 6_000)
            try await room.alerts.takeHappenings()
            #expect(try await room.found().count == 2)
            #expect(try await room.database.read { try $0.value("SELECT count(*) FROM crash_happening", as: Int.self) } == 0)
        }
    }

    @Test func aRuleHearsOfWhatItAsksForOnly() async throws {
        try await AlertRoom.run { room in
            try await room.rule(.regression, platform: .android, version: "2.0")
            try await room.group("g1", platform: .android)
            try await room.group("g2", platform: .ios)
            try await room.happening("h1", "regression", group: "g1", version: "1.9")
            try await room.happening("h2", "regression", group: "g2", version: "2.0")
            try await room.happening("h3", "new", group: "g1", version: "2.0")
            try await room.alerts.takeHappenings()
            #expect(try await room.found().isEmpty)
            try await room.happening("h4", "regression", group: "g1", version: "2.0")
            try await room.alerts.takeHappenings()
            #expect(try await room.found().map(\.kind) == [.regression])
        }
    }

    @Test func aRuleThatIsOffSaysNothing() async throws {
        try await AlertRoom.run { room in
            let rule = try await room.rule(.newGroup)
            try await room.alerts.turn(rule.id, of: room.app.id, on: false, by: .console)
            try await room.group("g1")
            try await room.happening("h1", "new", group: "g1")
            try await room.alerts.takeHappenings()
            try await room.alerts.turn(rule.id, of: room.app.id, on: true, by: .console)
            try await room.alerts.takeHappenings()
            #expect(try await room.found().isEmpty)
        }
    }

    /// 3 of 100 devices of 2.0 crashed, over 2 %; of 1.0 1 of 100; of 3.0 9 of 10, too few.
    @Test func aVersionOverItsLimitIsToldOnceInItsQuietTime() async throws {
        try await AlertRoom.run { room in
            try await room.rule(.crashRate, percentage: 2, minimum: 50, quiet: 60)
            let day = Int(AlertRoom.noon.timeIntervalSince1970 + 8 * 3_600) / 86_400
            for (version, devices) in [("1.0", 100), ("2.0", 100), ("3.0", 10)] {
                try await room.database.audience(day, devices: devices, version: version)
            }
            let second = Int(AlertRoom.noon.timeIntervalSince1970) - 60
            for (version, crashes) in [("1.0", 1), ("2.0", 3), ("3.0", 9)] {
                for device in 0..<crashes { try await room.database.crash(second, device: "d\(device)", version: version) }
            }
            // The same devices again, and one that somebody caught: no device more.
            try await room.database.crash(second, device: "d0", version: "1.0")
            try await room.database.crash(second, device: "d0", version: "1.0")
            try await room.alerts.watch()
            let found = try #require(try await room.found().first)
            #expect(try await room.found().count == 1)
            #expect(found.facts.version == "2.0")
            #expect(found.facts.rate == 0.03)
            #expect(found.facts.devices == 100)
            #expect(found.facts.crashedDevices == 3)
            let (low, high) = (try #require(found.facts.low), try #require(found.facts.high))
            #expect(low < 0.03 && high > 0.03)
            try await room.alerts.watch()
            #expect(try await room.found().count == 1)
            room.clock.advance(by: 3_600)
            try await room.alerts.watch()
            #expect(try await room.found().count == 2)
        }
    }

    @Test func whatIsCaughtIsNoCrash() async throws {
        try await AlertRoom.run { room in
            try await room.rule(.crashRate, percentage: 1, minimum: 1)
            let day = Int(AlertRoom.noon.timeIntervalSince1970 + 8 * 3_600) / 86_400
            try await room.database.audience(day, devices: 10, version: "1.0")
            for device in 0..<5 { try await room.database.crash(Int(AlertRoom.noon.timeIntervalSince1970) - 60, device: "d\(device)") }
            try await room.database.write { try $0.run("UPDATE crash SET handled = 1") }
            try await room.alerts.watch()
            #expect(try await room.found().isEmpty)
        }
    }

    /// 10 an hour are usual, 25 are more than twice as many; a group that is new has none as usual.
    @Test func aGroupThatSpreadsIsTold() async throws {
        try await AlertRoom.run { room in
            try await room.rule(.velocity, factor: 2, minimum: 20, span: 1)
            let hour = room.clock.now.milliseconds / 3_600_000
            try await room.group("old", firstHour: hour - 500)
            try await room.group("steady", firstHour: hour - 500)
            try await room.group("fresh")
            try await room.group("ignored", state: "ignored")
            for ago in 1...168 {
                try await room.reports(10, of: "old", ago: ago)
                try await room.reports(20, of: "steady", ago: ago)
            }
            try await room.reports(25, of: "old")
            try await room.reports(25, of: "steady")
            try await room.reports(20, of: "fresh")
            try await room.reports(500, of: "ignored")
            try await room.alerts.watch()
            let found = try await room.found()
            #expect(Set(found.compactMap { $0.facts.groups.first?.id }) == ["old", "fresh"])
            #expect(found.first { $0.facts.groups.first?.id == "old" }?.facts.usual == 10)
            try await room.alerts.watch()
            #expect(try await room.found().count == 2)
        }
    }

    @Test func manyDevicesWithinAnHourAreTold() async throws {
        try await AlertRoom.run { room in
            try await room.rule(.devices, minimum: 2)
            try await room.group("g1")
            try await room.reports(4, of: "g1")
            let now = room.clock.now
            try await room.database.write { [app = room.app.id] connection in
                for (number, device) in ["a", "b", "b", "c"].enumerated() {
                    let time = now.addingTimeInterval(number == 3 ? -4_000 : -60)
                    try connection.run(
                        """
                        INSERT INTO crash (app_id, id, time, platform, version, device, user_id, model, os_version, network, channel, hotpatch, page,
                            process, thread, kind, title, culprit, fingerprint, report)
                        VALUES (\(app), \("c\(number)"), \(time), 'ios', '1.0', \(device), '', '', '', '', '', '', '', '', '', '', '', '', '',
                            \([UInt8]()))
                        """
                    )
                    try connection.run(
                        """
                        INSERT INTO crash_analysis (app_id, crash_id, group_id, grouping, fingerprint, format, time, waits)
                        VALUES (\(app), \("c\(number)"), 'g1', 1, 'f', 'java', \(time), 0)
                        """
                    )
                }
            }
            try await room.alerts.watch()
            #expect(try await room.found().isEmpty)
            try await room.database.write { [app = room.app.id] in try $0.run("UPDATE crash_analysis SET time = \(now) WHERE app_id = \(app)") }
            try await room.alerts.watch()
            #expect(try await room.found().map(\.facts.devices) == [3])
        }
    }

    @Test func whatIsOldGoes() async throws {
        try await AlertRoom.run { room in
            try await room.rule(.newGroup)
            try await room.group("g1")
            try await room.happening("h1", "new", group: "g1")
            try await room.alerts.takeHappenings()
            #expect(room.alerts.unread.count(of: room.app.id) == 1)
            room.clock.advance(by: Double(Alert.kept - 1) * 86_400)
            try await room.alerts.purge()
            #expect(try await room.found().count == 1)
            room.clock.advance(by: 2 * 86_400)
            try await room.alerts.purge()
            #expect(try await room.found().isEmpty)
        }
    }
}

import Foundation
import TestSupport
import Testing
import Web

@testable import Console

/// What time does with messages.
struct PushScheduleRunTests {
    private typealias Room = PushMessageRoom

    private func text(_ time: Date) -> String { time.ISO8601Format() }

    @Test func aMessageWaitsForItsTime() async throws {
        try await Room.run { room in
            try await room.bind(0..<2)
            let at = room.now.addingTimeInterval(7_200)
            let message = try await room.send(#""schedule":{"at":"\#(text(at))"}"#)
            #expect(message.state == .confirmed && message.sendsAt == at)
            room.console.clock.advance(by: 7_200)
            try await room.tick(2)
            #expect(try await room.now(message).state == .sending)
            #expect(Set(try await room.times(message).values) == [at])
        }
    }

    @Test func devicesGetItByTheirOwnClocks() async throws {
        try await Room.run { room in
            try await room.bind(0..<1, zone: "Asia/Shanghai")
            try await room.bind(1..<2, zone: "+05:45")
            try await room.bind(2..<3, zone: "America/Los_Angeles")
            try await room.bind(3..<4)
            // The clock of the tests shows 10:40 in Shanghai on 2026-11-21.
            let schedule = #""schedule":{"at":"2026-11-22 09:00","zone":"Asia/Shanghai","deviceLocal":true}"#
            let message = try await room.send(schedule)
            #expect(message.state == .confirmed && message.sendsAt == pushMoment("2026-11-22 09:00", "+14:00"))
            room.console.clock.advance(by: message.sendsAt!.timeIntervalSince(room.now))
            try await room.tick(2)
            let times = try await room.times(message)
            #expect(times["device-0"] == pushMoment("2026-11-22 09:00", "Asia/Shanghai"))
            #expect(times["device-1"] == pushMoment("2026-11-22 09:00", "+05:45"))
            #expect(times["device-2"] == pushMoment("2026-11-22 09:00", "America/Los_Angeles"))
            #expect(times["device-3"] == times["device-0"])
        }
    }

    @Test func whoseHourIsOverIsSkipped() async throws {
        try await Room.run { room in
            try await room.bind(0..<1, zone: "+14:00")
            try await room.bind(1..<2, zone: "-08:00")
            // 02:40 UTC on the 21st: in -08:00 it is 18:40 of the 20th, in +14:00 it is 16:40 of the 21st.
            let message = try await room.send(#""schedule":{"at":"2026-11-20 19:00","zone":"-08:00","deviceLocal":true}"#)
            #expect(message.state == .sending)
            #expect(try await room.outcomes(message) == ["skipped passed": 1, "queued": 1])
            let figures = try await room.figures(message)
            #expect(figures.audience == 2 && figures.skipped == 1 && figures.queued == 1)
        }
    }

    @Test func quietDevicesWait() async throws {
        try await Room.run { room in
            try await room.bind(0..<1, zone: "+08:00")
            try await room.bind(1..<2, zone: "-04:00")
            // 10:40 in +08:00, 22:40 in -04:00.
            let quiet = #""quietHours":{"from":"19:00","to":"06:30"}"#
            let message = try await room.send(quiet)
            let times = try await room.times(message)
            #expect(times["device-0"] == room.now)
            #expect(times["device-1"] == pushMoment("2026-11-21 06:30", "-04:00"))
            let short = try await room.send("\(quiet),\"ttlSeconds\":3600")
            #expect(try await room.outcomes(short) == ["queued": 1, "skipped expired": 1])
        }
    }

    @Test func aUserGetsNoMoreThanTheCap() async throws {
        try await Room.run { room in
            try await room.bind(0..<2) { _ in "ann" }
            try await room.bind(2..<3) { _ in "bob" }
            try await room.bind(3..<4)
            let cap = #""cap":{"count":1,"hours":24}"#
            let first = try await room.send(cap)
            #expect(try await room.outcomes(first) == ["queued": 4])
            try await room.database.write { connection in
                try connection.run("DELETE FROM push_delivery WHERE message_id = \(first.id) AND device = 'device-2'")
            }
            try await room.answer(first)
            let second = try await room.send(cap)
            #expect(try await room.outcomes(second) == ["queued": 1, "skipped cap": 3])
            room.console.clock.advance(by: 25 * 3_600)
            #expect(try await room.outcomes(try await room.send(cap)) == ["queued": 4])
            try await room.messages.setOption(PushOption(cap: PushCap(count: 1, hours: 48)), of: "demo", by: Room.ann)
            #expect(try await room.outcomes(try await room.send()) == ["queued": 1, "skipped cap": 3])
        }
    }

    @Test func aDailyMessageRunsOnceADay() async throws {
        try await Room.run { room in
            try await room.bind(0..<2)
            let at = room.now.addingTimeInterval(3_600)
            let until = at.addingTimeInterval(2 * 86_400)
            let daily = #""schedule":{"at":"\#(text(at))","repeats":"daily","until":"\#(text(until))","zone":"GMT"}"#
            let message = try await room.send(daily)
            #expect(message.state == .confirmed && message.audience == 2)
            #expect(try await room.outcomes(message).isEmpty)
            for day in 1...3 {
                room.console.clock.advance(by: day == 1 ? 3_600 : 86_400)
                if day == 2 { try await room.bind(2..<5) }
                try await room.tick(4)
                let runs = try await room.runs(message)
                #expect(runs.count == day && runs.last?.audience == (day == 1 ? 2 : 5), "\(day)")
                for run in runs where run.state == .sending { try await room.answer(run) }
                try await room.tick(2)
            }
            let done = try await room.now(message)
            #expect(done.state == .done)
            #expect(try await room.kinds(message).filter { $0 == .run }.count == 3)
            let figures = try await room.figures(message)
            #expect(figures.audience == 12 && figures.sent == 12)
            for run in try await room.runs(message) { #expect(try await room.figures(run).sent == run.audience) }
        }
    }

    @Test func aRunThatIsLateIsNotMadeUpFor() async throws {
        try await Room.run { room in
            try await room.bind(0..<1)
            let at = room.now.addingTimeInterval(3_600)
            let message = try await room.send(#""schedule":{"at":"\#(text(at))","repeats":"daily","zone":"GMT"}"#)
            room.console.clock.advance(by: 3_600 + 2 * 86_400 + 600)
            try await room.tick(8)
            #expect(try await room.runs(message).map(\.occurrence) == [at.addingTimeInterval(2 * 86_400).milliseconds])
            #expect(try await room.kinds(message).filter { $0 == .missed }.count == 2)
            #expect(try await room.now(message).sendsAt == at.addingTimeInterval(3 * 86_400))
        }
    }

    @Test func stoppingARepeatedMessageStopsItsRun() async throws {
        try await Room.run { room in
            try await room.bind(0..<3)
            let at = room.now.addingTimeInterval(60)
            let message = try await room.send(#""schedule":{"at":"\#(text(at))","repeats":"weekly","zone":"GMT"}"#)
            room.console.clock.advance(by: 60)
            try await room.tick(4)
            let run = try #require(try await room.runs(message).first)
            #expect(try await room.outcomes(run) == ["queued": 3])
            #expect(try await room.messages.stop(message.id, of: "demo", by: Room.ann).state == .stopped)
            #expect(try await room.now(run).state == .stopped)
            #expect(try await room.outcomes(run) == ["skipped stopped": 3])
            room.console.clock.advance(by: 8 * 86_400)
            try await room.tick(3)
            #expect(try await room.runs(message).count == 1)
        }
    }

    @Test func whatNobodySendsExpires() async throws {
        try await Room.run { room in
            try await room.bind(0..<2)
            let message = try await room.send(#""ttlSeconds":3600"#)
            #expect(try await room.outcomes(message) == ["queued": 2])
            room.console.clock.advance(by: 3_601)
            try await room.tick()
            #expect(try await room.outcomes(message) == ["skipped expired": 2])
            #expect(try await room.now(message).state == .done)
        }
    }

    @Test func aLargeAudienceIsQueuedInPieces() async throws {
        try await Room.run { room in
            try await room.bind(0..<2_500)
            let message = try await room.send(#""quietHours":{"from":"03:00","to":"04:00"}"#)
            #expect(try await room.outcomes(message) == ["queued": 2_500])
            #expect(try await room.send().audience == 2_500)
        }
    }
}

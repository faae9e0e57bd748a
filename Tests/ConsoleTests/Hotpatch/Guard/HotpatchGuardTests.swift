import Foundation
import Storage
import TestSupport
import Testing
import Web

@testable import Console

struct HotpatchGuardTests {
    @Test func aPatchThatMakesDevicesCrashIsHaltedWithItsNumbers() async throws {
        try await HotpatchWatchRoom.run { room in
            try await room.expose(200)
            try await room.crash((0..<30).map { "t\($0)" } + (0..<3).map { "c\($0)" })
            #expect(try await room.inbox() == 33)
            try await room.guarding.tick()
            #expect(try await room.state() == .halted)
            let release = try await room.server.hotpatches.hotpatch(room.release.id, of: "demo")
            let finding = try #require(release.finding)
            #expect(finding.contains(#""crashedDevices":30"#) && finding.contains(#""crashedDevices":3"#) && finding.contains(#""threshold":100"#))
            #expect(try await room.alertKinds() == [.hotpatch])
            let view = try await room.guarding.view(release)
            #expect(view.standing == .halted && view.closedAt.value != nil && view.finding.value?.question == .crashed)
            // It is over: nothing more is taken up, nobody is told again.
            try await room.server.hotpatchExposures.flush()
            try await room.crash((30..<60).map { "t\($0)" })
            try await room.guarding.tick()
            #expect(try await room.inbox() == 0)
            #expect(try await room.alertKinds() == [.hotpatch])
        }
    }

    /// All that stand before it are of no app any more, but for one whose row cannot be read.
    @Test func everyReleaseHasItsTurn() async throws {
        try await HotpatchWatchRoom.run { room in
            try await room.expose(200)
            try await room.crash((0..<30).map { "t\($0)" } + (0..<3).map { "c\($0)" })
            try await room.console.makeApp("Abc")
            let input = HotpatchInput(platform: .ios, targetVersions: RolloutWords(["1.0"]))
            let upload = HotpatchUpload(name: "fix.lua", bytes: Array("return 1\n".utf8))
            let app = try room.server.apps.app("abc")
            let broken = try await room.server.hotpatches.create(input, upload, of: app, zone: .gmt, by: HotpatchWatchRoom.ann)
            let now = room.console.clock.now
            try await room.server.database.write { connection in
                for number in 0..<HotpatchGuard.mostReleases { try connection.openHotpatchWatch("a", "gone-\(number)", at: now) }
                try connection.openHotpatchWatch("abc", broken.id, at: now)
                try connection.run("UPDATE hotpatch_watch SET state = '{' WHERE app_id = 'abc'")
            }
            await #expect(throws: (any Error).self) { try await room.guarding.tick() }
            #expect(try await room.state() == .halted)
        }
    }

    @Test func whatHappensToBothAlikeHaltsNothing() async throws {
        try await HotpatchWatchRoom.run { room in
            try await room.expose(200)
            try await room.crash((0..<40).flatMap { ["t\($0)", "c\($0)"] })
            try await room.active((0..<200).flatMap { ["t\($0)", "c\($0)"] })
            try await room.started((0..<200).flatMap { ["t\($0)", "c\($0)"] }, milliseconds: 800)
            try await room.guarding.tick()
            #expect(try await room.state() == .running)
            let known = try await room.known()
            #expect(known.treatment.crashed == 40 && known.control.crashed == 40)
            #expect(known.treatment.returned == 200 && known.treatment.medianStartup != nil)
            #expect(known.size(of: .treatment) == 200 && known.size(of: .control) == 200)
        }
    }

    @Test func duplicatesAndARebuildTellNothingTwice() async throws {
        try await HotpatchWatchRoom.run { room in
            try await room.expose(100)
            try await room.crash(["t1", "t2"], id: "batch1")
            try await room.crash(["t1", "t2"], id: "batch1")
            try await room.guarding.tick()
            try await room.server.telemetry.rebuild(app: "demo")
            #expect(try await room.inbox() == 0)
            try await room.guarding.tick()
            #expect(try await room.known().treatment.crashes == 2)
        }
    }

    @Test func aDeviceThatComesAgainAtOnceCountsBeforeItsExposureIsWritten() async throws {
        try await HotpatchWatchRoom.run { room in
            let at = Int64(room.console.clock.now.milliseconds - 1_000)
            room.note("early", .treatment, bucket: 1, at: at)
            try await room.crash(["early", "stranger"])
            #expect(try await room.inbox() == 1)
            try await room.guarding.tick()
            #expect(try await room.inbox() == 1, "it waits for the exposure")
            try await room.server.hotpatchExposures.flush()
            try await room.guarding.tick()
            #expect(try await room.known().treatment.crashed == 1)
        }
    }

    @Test func whatWasBeforeTheExposureSaysNothing() async throws {
        try await HotpatchWatchRoom.run { room in
            let at = Int64(room.console.clock.now.milliseconds + 60_000)
            room.note("late", .treatment, bucket: 1, at: at)
            try await room.server.hotpatchExposures.flush()
            try await room.crash(["late"])
            #expect(try await room.inbox() == 0)
        }
    }

    @Test func onlyTellingTellsOnce() async throws {
        try await HotpatchWatchRoom.run(.notify) { room in
            try await room.expose(200)
            try await room.crash((0..<30).map { "t\($0)" })
            for _ in 0..<3 { try await room.guarding.tick() }
            #expect(try await room.state() == .running)
            #expect(try await room.alertKinds() == [.hotpatch])
        }
    }

    @Test func unevenCohortsFreezeTheDecision() async throws {
        try await HotpatchWatchRoom.run { room in
            try await room.expose(300, control: 100)
            try await room.crash((0..<60).map { "t\($0)" })
            try await room.guarding.tick()
            #expect(try await room.state() == .running)
            let view = try await room.guarding.view(room.release)
            #expect(view.standing == .unbalanced)
        }
    }

    @Test func devicesThatNeverComeBackHaltIt() async throws {
        try await HotpatchWatchRoom.run { room in
            try await room.expose(100)
            try await room.active((0..<40).map { "c\($0)" })
            try await room.guarding.tick()
            #expect(try await room.state() == .halted)
        }
    }

    @Test func silenceIsCountedAfterTheUsualTime() async throws {
        try await HotpatchWatchRoom.run { room in
            try await room.expose(30)
            try await room.guarding.setSilence(5, of: room.release.id, in: "demo", by: HotpatchWatchRoom.ann)
            try await room.guarding.tick()
            #expect(try await room.known().treatment.silent == 0)
            room.console.clock.advance(by: 5 * 3_600)
            try await room.guarding.tick()
            let known = try await room.known()
            #expect(known.treatment.silent == 30 && known.control.silent == 30)
            try await room.guarding.tick()
            #expect(try await room.known() == known)
        }
    }

    @Test func itsModeAndSilenceAreChangedByBothFaces() async throws {
        try await HotpatchWatchRoom.run { room in
            try await room.expose(10)
            try await room.guarding.tick()
            let path = "/apps/demo/hotpatches/\(room.release.id)"
            let shown = try await room.console.api(.get, "\(path)/guard")
            #expect(shown.status == .ok)
            #expect(try shown.json(HotpatchGuardView.self).standing == .watching)
            let changed = try await room.console.api(.put, "\(path)/guard", #"{"mode":"notify","silenceHours":10}"#)
            #expect(try changed.json(HotpatchGuardView.self).silenceHours.value == 10)
            #expect(try await room.server.hotpatches.hotpatch(room.release.id, of: "demo").plan.guardMode == .notify)
            #expect(try await room.console.api(.put, "\(path)/guard", #"{"silenceHours":0}"#).status == .unprocessableContent)
            #expect(try await room.console.submit("\(path)/guard", [("mode", "halt"), ("silenceHours", "12")]).status == .seeOther)
            let history = try await room.server.hotpatches.history(room.release.id, of: "demo").map(\.kind)
            #expect(history.prefix(2) == [.guardHalt, .guardNotify])
            let page = try await room.console.page(path, language: "en")
            #expect(page.status == .ok)
            #expect(String(buffer: page.body).contains("Evidence of harm"))
        }
    }

    @Test func aDeviceWhoseDataIsErasedStaysCounted() async throws {
        try await HotpatchWatchRoom.run { room in
            try await room.expose(3)
            try await room.server.database.write { try $0.renameHotpatchDevice("t1", to: "x", of: "demo") }
            let names = try await room.server.database.read { connection in
                try connection.all("SELECT device FROM hotpatch_exposure WHERE arm = 'treatment' ORDER BY device") { try $0[0] as String }
            }
            #expect(names == ["t0", "t2", "x"])
        }
    }

    @Test func anAppThatIsDeletedLeavesNothing() async throws {
        try await HotpatchWatchRoom.run { room in
            try await room.expose(10)
            try await room.guarding.forget(app: "demo")
            #expect(try await room.server.database.read { try $0.value("SELECT count(*) FROM hotpatch_exposure") ?? 0 } == 0)
        }
    }
}

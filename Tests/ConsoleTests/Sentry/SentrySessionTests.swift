import Foundation
import TestSupport
import Testing

@testable import Console

@Suite struct SentrySessionTests {
    private struct Statistics: Decodable {
        let items: [Item]
        let totals: Figures
        let versions: [Version]

        struct Item: Decodable { let figures: Figures }
        struct Version: Decodable {
            let version: String
            let figures: Figures
        }
        struct Figures: Decodable {
            let begun: Int
            let ended: Int
            let crashed: Int
            let abnormal: Int
            let errored: Int
            let crashFreeSessions: Double?
            let users: Int?
            let crashedUsers: Int?
            let crashFreeUsers: Double?
        }
    }

    private func session(_ id: String, of user: String, _ status: String, isNew: Bool = true, version: String = "1.0", errors: Int = 0) -> String {
        """
        {"sid":"\(id)","did":"\(user)","init":\(isNew),"started":"2026-11-21T01:30:00Z","timestamp":"2026-11-21T02:30:00Z","status":"\(status)",
         "errors":\(errors),"attrs":{"release":"shop@\(version)","environment":"prod"}}
        """
    }

    private func send(_ room: SentryRoom, _ sessions: [String]) async throws {
        for session in sessions { #expect(try await room.send([(#""type":"session""#, session)], id: nil).status == .ok) }
    }

    @Test func sessionsAreActivesAndRates() async throws {
        try await TestConsole.run { console in
            let room = try await SentryRoom.make(console)
            try await send(
                room,
                [
                    session("1", of: "ann", "ok"), session("1", of: "ann", "exited", isNew: false, errors: 2), session("2", of: "bob", "ok"),
                    session("2", of: "bob", "crashed", isNew: false), session("3", of: "bob", "exited", version: "2.0"),
                    session("4", of: "cy", "abnormal"),
                    // Heard twice, counted once.
                    session("2", of: "bob", "crashed", isNew: false),
                ]
            )
            let found = try await console.api(.get, "/apps/demo/stats/sessions?range=24h").json(Statistics.self)
            let totals = found.totals
            let counts = [totals.begun, totals.ended, totals.crashed, totals.abnormal, totals.errored]
            #expect(counts == [4, 4, 1, 1, 1])
            #expect(totals.crashFreeSessions == 0.75 && totals.users == 3 && totals.crashedUsers == 1)
            #expect(
                found.versions.map(\.version) == ["1.0", "2.0"] && found.versions[0].figures.crashed == 1
                    && found.versions[1].figures.crashFreeUsers == 1
            )
            #expect(found.items.filter { $0.figures.begun > 0 }.map(\.figures.crashed) == [1])
            #expect(try await room.sum("actives", "activity_minute") == 4)
            for language in ["zh-CN", "en"] { #expect(try await console.page("/apps/demo/sessions", language: language).text.contains("75")) }
            #expect(try await console.page("/apps/demo/logs?event=reportActive").text.contains("reportActive"))
        }
    }

    @Test func sumsOfServersCountAsManyTimes() async throws {
        try await TestConsole.run { console in
            let room = try await SentryRoom.make(console)
            let sums = #"{"aggregates":[{"started":"2026-11-21T02:00:00Z","exited":10,"crashed":2}],"attrs":{"release":"web@3"}}"#
            // Two processes may say the same, and both are right.
            for _ in 0..<2 { #expect(try await room.send([(#""type":"sessions""#, sums)], id: nil).status == .ok) }
            let found = try await console.api(.get, "/apps/demo/stats/sessions").json(Statistics.self)
            #expect(found.totals.begun == 24 && found.totals.crashed == 4 && found.totals.users == 0 && found.totals.crashFreeUsers == nil)
            #expect(try await room.sum("actives", "activity_minute") == 24)
        }
    }

    @Test func whatIsNoSessionIsLeftOut() async throws {
        try await TestConsole.run { console in
            let room = try await SentryRoom.make(console)
            for payload in ["x", "[]", #"{"status":"ok"}"#] { #expect(try await room.send([(#""type":"session""#, payload)], id: nil).status == .ok) }
            #expect(try await room.count("log_batch") == 0)
            #expect(try await console.page("/apps/demo/sessions").status == .ok)
        }
    }
}

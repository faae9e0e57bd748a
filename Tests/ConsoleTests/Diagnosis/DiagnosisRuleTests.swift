import Foundation
import HummingbirdTesting
import Storage
import TestSupport
import Testing
import Web

@testable import Console

@Suite struct DiagnosisRuleTests {
    private static let path = "/apps/demo/diagnostic-rules"

    private func run(_ test: @escaping @Sendable (DiagnosisDevice, DiagnosisRules) async throws -> Void) async throws {
        try await DiagnosisDevice.run { room in try await test(room, DiagnosisRules(diagnosis: room.console.server.diagnosis)) }
    }

    private func rule(_ room: DiagnosisDevice, _ json: String) async throws -> TestResponse {
        try await room.console.api(.post, Self.path, json)
    }

    /// A group with a crash on each of these devices, and as many devices without.
    private func crashes(_ room: DiagnosisDevice, hit: [String], spared: [String]) async throws {
        let now = room.console.clock.now.milliseconds
        try await room.console.server.database.write { connection in
            try connection.run(
                """
                INSERT INTO crash_group (app_id, id, platform, title, culprit, type, handled, state, first_time, last_time, first_version,
                    last_version, reports, devices, users, created_at)
                VALUES ('demo', 'g', 'ios', 't', '', 'SIGSEGV', 0, 'open', \(now), \(now), '1.0', '1.0', 1, 1, 1, \(now))
                """
            )
            for device in hit {
                try connection.run(
                    """
                    INSERT INTO crash (app_id, id, time, platform, version, device, user_id, model, os_version, network, channel, hotpatch, page,
                        process, thread, kind, title, culprit, fingerprint, report)
                    VALUES ('demo', \("c\(device)"), \(now), 'ios', '1.0', \(device), '', 'iPhone17,1', '', '', '', '', '', '', '', '', '', '', '',
                        \([UInt8]()))
                    """
                )
                try connection.run(
                    """
                    INSERT INTO crash_analysis (app_id, crash_id, group_id, grouping, fingerprint, format, time, waits)
                    VALUES ('demo', \("c\(device)"), 'g', 1, 'f', 'apple', \(now), 0)
                    """
                )
                try connection.run("INSERT INTO crash_group_device (app_id, group_id, device, reports) VALUES ('demo', 'g', \(device), 1)")
            }
            for device in hit + spared {
                try connection.run(
                    """
                    INSERT INTO device (app_id, platform, device, first_day, last_day, last_time, version, user_id, model, os_version, channel)
                    VALUES ('demo', 'ios', \(device), 0, \(now / 86_400_000), \(now), '1.0', '', 'iPhone17,1', '', '')
                    """
                )
            }
        }
    }

    private func asked(_ room: DiagnosisDevice) async throws -> [String] {
        try await room.console.server.database.read { connection in
            try connection.all("SELECT device FROM diagnosis_part WHERE app_id = 'demo' ORDER BY device") { try $0[0] as String }
        }
    }

    @Test func aNewGroupAsksThoseThatWereHitAndSomeThatWereNot() async throws {
        try await run { room, rules in
            #expect(try await rule(room, #"{"name":"new","kind":"newGroup","affected":2,"healthy":1}"#).status == .created)
            try await crashes(room, hit: ["h1", "h2", "h3"], spared: ["s1", "s2"])
            try await rules.tick()
            let devices = try await asked(room)
            #expect(devices.filter { $0.hasPrefix("h") }.count == 2)
            #expect(devices.filter { $0.hasPrefix("s") }.count == 1)
            // It spoke of this group.
            try await rules.tick()
            #expect(try await asked(room).count == 3)
            #expect(try await room.poll(device: devices[0]).count == 1)
        }
    }

    @Test func theQuotaOfADayIsKept() async throws {
        try await run { room, rules in
            try await room.console.server.diagnosis.set(DiagnosisOption(dailyQuota: 1), of: "demo", by: .local)
            #expect(try await rule(room, #"{"name":"new","kind":"newGroup","affected":5,"healthy":5}"#).status == .created)
            try await crashes(room, hit: ["h1", "h2"], spared: ["s1"])
            try await rules.tick()
            #expect(try await asked(room).count == 1)
        }
    }

    @Test func aRuleThatMayAskNobodySpeaksLater() async throws {
        try await run { room, rules in
            let diagnosis = room.console.server.diagnosis
            try await diagnosis.set(DiagnosisOption(dailyQuota: 0), of: "demo", by: .local)
            _ = try await rule(room, #"{"name":"new","kind":"newGroup","affected":5,"healthy":0}"#)
            try await crashes(room, hit: ["h1"], spared: [])
            try await rules.tick()
            #expect(try await asked(room).isEmpty)
            try await diagnosis.set(DiagnosisOption(dailyQuota: 5), of: "demo", by: .local)
            try await rules.tick()
            #expect(try await asked(room) == ["h1"])
        }
    }

    @Test func aMergedGroupIsTheOneThatItIsInNow() async throws {
        try await run { room, rules in
            try await crashes(room, hit: ["h1"], spared: [])
            try await room.console.server.database.write { connection in
                try connection.run(
                    """
                    INSERT INTO crash_group (app_id, id, platform, title, culprit, type, handled, state, first_time, last_time, first_version,
                        last_version, reports, devices, users, created_at, merged_into)
                    VALUES ('demo', 'old', 'ios', 't', '', 'SIGSEGV', 0, 'open', 0, 0, '1.0', '1.0', 0, 0, 0, 0, 'g')
                    """
                )
            }
            _ = try await rule(room, #"{"name":"b","kind":"group","group":"old","affected":5,"healthy":0}"#)
            try await rules.tick()
            #expect(try await asked(room) == ["h1"])
        }
    }

    @Test func aDeviceHasOneTaskOfARuleAtMost() async throws {
        try await run { room, rules in
            _ = try await rule(room, #"{"name":"a","kind":"newGroup","affected":5,"healthy":0}"#)
            try await crashes(room, hit: ["h1"], spared: [])
            _ = try await rule(room, #"{"name":"b","kind":"group","group":"g","affected":5,"healthy":0}"#)
            try await rules.tick()
            #expect(try await asked(room) == ["h1"])
        }
    }

    @Test func aRuleThatIsOffSaysNothing() async throws {
        try await run { room, rules in
            struct Made: Decodable { let id: String }
            let id = try await rule(room, #"{"name":"new","kind":"newGroup"}"#).json(Made.self).id
            #expect(try await room.console.api(.post, "\(Self.path)/\(id)/pause", "{}").status == .noContent)
            try await crashes(room, hit: ["h1"], spared: [])
            try await rules.tick()
            #expect(try await asked(room).isEmpty)
            #expect(try await room.console.api(.delete, "\(Self.path)/\(id)").status == .noContent)
        }
    }

    @Test func whoMayNotAgreeToTasksMakesNoRulesWhereTheyNeedIt() async throws {
        try await run { room, rules in
            let outcome = await room.console.server.outcome(of: .createToken(name: "o", scopes: [.read, .write], app: nil, expiresInDays: nil))
            guard case .done(let json) = outcome, let token = json.firstMatch(of: #/"token"\s*:\s*"([^"]+)"/#)?.output.1 else {
                throw TestFailure("no token")
            }
            let draft = #"{"name":"new","kind":"newGroup"}"#
            #expect(try await room.console.api(.post, Self.path, draft, token: String(token)).status == .created)
            try await room.console.server.diagnosis.set(DiagnosisOption(approval: true), of: "demo", by: .local)
            #expect(try await room.console.api(.post, Self.path, draft, token: String(token)).status == .forbidden)
            let id = try #require(try await rules.list(of: "demo").first).id
            #expect(try await room.console.api(.post, "\(Self.path)/\(id)/pause", "{}", token: String(token)).status == .noContent)
            #expect(try await room.console.api(.post, "\(Self.path)/\(id)/resume", "{}", token: String(token)).status == .forbidden)
            #expect(try await rule(room, draft).status == .created)
        }
    }

    @Test(arguments: [
        #"{"name":"","kind":"newGroup"}"#, #"{"name":"a","kind":"group"}"#, #"{"name":"a","kind":"group","group":"none"}"#,
        #"{"name":"a","kind":"alert"}"#,
        #"{"name":"a","kind":"alert","alertKind":"undelivered"}"#, #"{"name":"a","kind":"newGroup","affected":0}"#,
        #"{"name":"a","kind":"newGroup","hours":1000}"#,
    ])
    func wrongRulesAreRefused(json: String) async throws {
        try await run { room, _ in
            let answer = try await rule(room, json)
            #expect(answer.status == .unprocessableContent)
        }
    }
}

import Foundation
import Storage
import TestSupport
import Testing

@testable import Console

@Suite struct TelemetryKeepingTests {
    @Test(arguments: [3, 30, 60])
    func rawLinesGoAfterAsManyDaysAsAnAppSays(days: Int) async throws {
        for raw in [TelemetryRoom.Raw.files, .chunks] {
            try await TelemetryRoom.run(raw) { room in
                try await room.telemetry.keep(TelemetryKeeping.Change(rawDays: days), of: TelemetryRoom.demo, by: .console)
                try await TelemetryIndexRoom.fill(room, 0..<3)
                try await TelemetryIndexRoom.index(room, uploads: 2)
                room.clock.advance(by: Double(days) * 86_400)
                try await room.telemetry.retention.tick()
                #expect(try await room.count("SELECT count(*) FROM log_batch") == 3)
                #expect(try await TelemetryIndexRoom.search(room).items.count == 6)
                room.clock.advance(by: 86_400)
                try await room.telemetry.retention.tick()
                for table in ["log_batch", "log_segment", "log_chunk", "log_unindexed"] {
                    #expect(try await room.count(SQL(trusted: "SELECT count(*) FROM \(table)")) == 0, "\(table)")
                }
                #expect(try await room.count("SELECT count(*) FROM log_index WHERE uploads > 0") == 0)
                #expect(try room.files().isEmpty)
                #expect(try await room.count("SELECT count(*) FROM activity_quarter") > 0)
            }
        }
    }

    /// Reports go by their time with all that was made of them, a rebuild does not bring them back, and what was counted stays.
    @Test func crashReportsGoAndDoNotComeBack() async throws {
        try await TelemetryRoom.run { room in
            try await room.telemetry.keep(.init(rawDays: 90, crashDays: 20), of: TelemetryRoom.demo, by: .console)
            try await room.send([TelemetryLines.crash([28: "device1"]), TelemetryLines.behaviour([25: "device1"])])
            try await room.database.write { connection in
                let crash: String = try connection.value("SELECT id FROM crash") ?? ""
                try connection.run(
                    """
                    INSERT INTO crash_analysis (app_id, crash_id, group_id, grouping, fingerprint, format, time, waits)
                    VALUES (\(TelemetryRoom.app), \(crash), 'g', 1, 'f', 'java', 1, 1)
                    """
                )
                try connection.run("INSERT INTO crash_want (app_id, debug_id, crash_id) VALUES (\(TelemetryRoom.app), 'd', \(crash))")
                try connection.run(
                    "INSERT INTO crash_group_hour (app_id, group_id, hour, version, reports) VALUES (\(TelemetryRoom.app), 'g', 498000, '', 1)"
                )
            }
            room.clock.advance(by: 20 * 86_400)
            try await room.telemetry.retention.tick()
            #expect(try await room.count("SELECT count(*) FROM crash") == 1)
            room.clock.advance(by: 86_400)
            try await room.telemetry.retention.tick()
            for _ in 0..<2 {
                for table in ["crash", "crash_analysis", "crash_want", "crash_unread"] {
                    #expect(try await room.count(SQL(trusted: "SELECT count(*) FROM \(table)")) == 0, "\(table)")
                }
                #expect(try await room.count("SELECT CAST(SUM(crashes) AS INTEGER) FROM activity_quarter") == 1)
                #expect(try await room.count("SELECT count(*) FROM log_batch") == 1)
                #expect(try await room.count("SELECT count(*) FROM crash_group_hour") == 1)
                try await room.telemetry.rebuild(app: TelemetryRoom.app)
            }
            // Longer again: what is gone stays gone.
            try await room.telemetry.keep(.init(crashDays: 90), of: TelemetryRoom.demo, by: .console)
            try await room.telemetry.rebuild(app: TelemetryRoom.app)
            #expect(try await room.count("SELECT count(*) FROM crash") == 0)
        }
    }

    @Test(arguments: [0, 40])
    func statisticsGoAfterAsManyDaysAsAnAppSays(days: Int) async throws {
        try await TelemetryRoom.run { room in
            try await room.telemetry.keep(.init(rollupDays: days), of: TelemetryRoom.demo, by: .console)
            try await TelemetryIndexRoom.fill(room, 0..<3)
            room.clock.advance(by: 40 * 86_400)
            try await room.telemetry.retention.tick()
            #expect(try await room.count("SELECT count(*) FROM activity_quarter") > 0)
            room.clock.advance(by: 3 * 86_400)
            try await room.telemetry.retention.tick()
            for table in ["activity_quarter", "audience_day", "arrival_lag"] {
                let count = try await room.count(SQL(trusted: "SELECT count(*) FROM \(table)"))
                #expect((count > 0) == (days == 0), "\(table)")
            }
        }
    }

    @Test func itIsSetOnBothFaces() async throws {
        try await TestConsole.run { console in
            _ = try await console.makeApp()
            #expect(try await console.api(.get, "/apps/demo/log-retention").text.contains(#""rawDays":30"#))
            let asked = try await console.submit("/apps/demo/log-retention", [("rawDays", "7")])
            #expect(asked.status == .unprocessableContent && asked.text.contains(#"name="shorten""#) && asked.text.contains(#"value="7""#))
            #expect(try await console.api(.get, "/apps/demo/log-retention").text.contains(#""rawDays":30"#))
            let shorter = try await console.submit("/apps/demo/log-retention", [("rawDays", "7"), ("shorten", "true")])
            #expect(shorter.headers[.location] == "/apps/demo/log-settings")
            #expect(try await console.api(.get, "/apps/demo/log-retention").text.contains(#""rawDays":7"#))
            #expect(try await console.page("/apps/demo/log-retention").text.contains("value=\"7\""))
            #expect(try await console.page("/apps/demo/logs", language: "en").text.contains("kept for 7 days"))
            let rejected = try await console.submit("/apps/demo/log-retention", [("rawDays", "0")])
            #expect(rejected.status == .unprocessableContent)
            #expect(rejected.text.contains("href=\"#field-rawDays\""))
            #expect(try await console.api(.post, "/apps/demo/log-retention", #"{"rawDays":366}"#).status == .unprocessableContent)
            #expect(try await console.api(.post, "/apps/demo/log-retention", #"{"rollupDays":7}"#).status == .unprocessableContent)
            #expect(try await console.api(.post, "/apps/demo/log-retention", #"{"rollupDays":0,"crashDays":30}"#).status == .noContent)
            let kept = try await console.api(.get, "/apps/demo/log-retention").json(TelemetryKeeping.self)
            #expect(kept == TelemetryKeeping(rawDays: 7, crashDays: 30, rollupDays: 0))
            #expect(try await console.page("/audit").text.contains("rawDays"))
        }
    }
}

import Foundation
import Storage
import Testing
import Web

@testable import Console

@Suite struct TelemetryUpkeepTests {
    @Test func aRebuildGivesTheSameAsCountingAsItCame() async throws {
        try await TelemetryRoom.run { room in
            try await fill(room)
            let before = try await room.derived()
            #expect(before.filter { $0.value.isEmpty }.keys.sorted() == [])
            try await room.telemetry.rebuild(app: TelemetryRoom.app)
            #expect(try await room.derived() == before)
            try await room.database.write { try $0.deleteDerived(TelemetryRoom.app, fromMinute: 0, day: 0) }
            try await room.telemetry.rebuild(app: TelemetryRoom.app)
            #expect(try await room.derived() == before)
        }
    }

    @Test func aRebuildAfterRetentionLeavesEarlierDaysAlone() async throws {
        try await TelemetryRoom.run { room in
            try await fill(room)
            room.clock.advance(by: 32 * 86_400)
            try await room.telemetry.retention.tick()
            try await room.send([TelemetryLines.behaviour([1: "2026-12-23 10:00:00.000"])])
            let before = try await room.derived()
            try await room.telemetry.rebuild(app: TelemetryRoom.app)
            #expect(try await room.derived() == before)
        }
    }

    @Test func rawLinesGoAfterThirtyDaysAndCountsStay() async throws {
        try await TelemetryRoom.run { room in
            try await fill(room)
            let devices = try await room.count("SELECT devices FROM audience_day WHERE version = ''")
            room.clock.advance(by: 32 * 86_400)
            try await room.telemetry.retention.tick()
            for table in ["log_batch", "log_batch_key", "log_segment", "log_chunk", "activity_minute", "quarantine"] {
                #expect(try await room.count(SQL(trusted: "SELECT count(*) FROM \(table)")) == 0, "\(table)")
            }
            #expect(try room.files().isEmpty)
            #expect(try await room.count("SELECT devices FROM audience_day WHERE version = ''") == devices)
            #expect(try await room.count("SELECT count(*) FROM device_day") > 0)
            #expect(try await room.count("SELECT count(*) FROM activity_quarter") > 0)
        }
    }

    @Test func anErasedAppLeavesNothing() async throws {
        try await TelemetryRoom.run { room in
            try await fill(room)
            try await room.telemetry.erase(TelemetryRoom.app)
            #expect(try await room.derived().filter { !$0.value.isEmpty }.keys.sorted() == [])
            #expect(try await room.count("SELECT count(*) FROM log_batch") == 0)
            #expect(try room.files().isEmpty)
            try await room.send([TelemetryLines.behaviour()])
            #expect(try await room.actives == 1)
            #expect(try await room.count("SELECT devices FROM audience_day WHERE version = ''") == 1)
            #expect(try await room.count("SELECT count(*) FROM user_day") > 0)
        }
    }

    /// Uploads of every kind, some at once, late, of several devices and days.
    private func fill(_ room: TelemetryRoom) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let fields = [
                        1: "2026-11-\(20 + number % 2) 10:\(10 + number % 30):00.\(100 + number)", 3: "2.\(number % 3).0", 25: "device\(number % 7)",
                    ]
                    let common = fields.merging([7: "user\(number % 5)", 22: "sessions=1.1.\(number % 2).0.0"]) { $1 }
                    _ = try await room.send(
                        [
                            TelemetryLines.behaviour(common), TelemetryLines.performance([1: common[1]!, 23: "device\(number % 7)"]),
                            TelemetryLines.performance([1: common[1]!, 12: "rpc", 13: "\(number)", 14: "op=a.b^req=1^rsp=2^code=1000"]), "x\(number)",
                        ],
                        id: "batch-\(number)",
                        timeZone: number % 4 == 0 ? "+08:00" : nil,
                        packed: number % 2 == 0
                    )
                }
            }
            try await group.waitForAll()
        }
        try await room.send([TelemetryLines.crash()])
        _ = try await room.telemetry.receive(
            TelemetryDelivery(
                door: room.door,
                kind: .crash,
                version: "2.0.0",
                device: "device1",
                receivedAt: room.clock.now,
                body: Array("a.B: c\n\tat d.e(F.java:1)".utf8)
            )
        )
    }
}

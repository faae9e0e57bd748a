import Foundation
import Storage
import Testing

@testable import Console

@Suite struct TelemetryRollupTests {
    @Test func linesAreInTheMinuteOfTheirOwnTime() async throws {
        try await TelemetryRoom.run { room in
            try await room.send([TelemetryLines.behaviour([1: "2026-11-20 09:00:30.000"]), TelemetryLines.behaviour([1: "2026-11-21 10:49:59:999"])])
            let minutes = try await room.database.read { try $0.all("SELECT minute FROM activity_minute ORDER BY minute") { try $0[0] as Int } }
            let now = TelemetryLines.noon / 60_000
            #expect(minutes == [now - 25 * 60 - 40, now + 9])
        }
    }

    @Test func linesOfAnotherZoneAreConverted() async throws {
        try await TelemetryRoom.run { room in
            try await room.send([TelemetryLines.behaviour([1: "2026-11-21 02:40:00.000"])], timeZone: "+00:00")
            #expect(try await room.count("SELECT minute FROM activity_minute") == TelemetryLines.noon / 60_000)
        }
    }

    @Test func unreadableAndSkewedLinesAreKeptAndCounted() async throws {
        try await TelemetryRoom.run { room in
            let old = TelemetryLines.behaviour([1: "2026-10-20 10:00:00.000"])
            let new = TelemetryLines.behaviour([1: "2026-11-21 10:52:00.000"])
            let receipt = try await room.send([TelemetryLines.behaviour(), old, new, "x", "x,y"])
            #expect(receipt == TelemetryReceipt(accepted: 1, rejected: 4, duplicate: false))
            let days = try await room.database.read { connection in
                try connection.all("SELECT reason, lines FROM quarantine_day ORDER BY reason") { "\(try $0[0] as String) \(try $0[1] as Int)" }
            }
            #expect(days == ["malformed 1", "tooNew 1", "tooOld 1", "unknownKind 1"])
            #expect(try await room.count("SELECT count(*) FROM quarantine") == 4)
        }
    }

    @Test func quarantineKeepsABoundedNumberADay() async throws {
        try await TelemetryRoom.run { room in
            for number in 0..<101 { try await room.send(Array(repeating: "x", count: 100), id: "\(number)") }
            #expect(try await room.count("SELECT count(*) FROM quarantine") == 10_000)
            #expect(try await room.count("SELECT lines FROM quarantine_day") == 10_100)
        }
    }

    @Test func sumsAreKeptByMinuteAndQuarter() async throws {
        try await TelemetryRoom.run { room in
            for minute in ["40", "41", "46"] {
                try await room.send([
                    TelemetryLines.behaviour([1: "2026-11-21 10:\(minute):01.000"]), TelemetryLines.behaviour([1: "2026-11-21 10:\(minute):02.000"]),
                    TelemetryLines.crash([1: "2026-11-21 10:\(minute):03.000"]),
                ])
            }
            #expect(try await room.count("SELECT count(*) FROM activity_minute WHERE actives = 2 AND crashes = 1") == 3)
            let quarters = try await room.database.read {
                try $0.all("SELECT actives, crashes FROM activity_quarter ORDER BY quarter") { [try $0[0] as Int, try $0[1]] }
            }
            #expect(quarters == [[4, 2], [2, 1]])
            #expect(try await room.count("SELECT count(*) FROM crash WHERE title = 'a.B: c, d'") == 3)
        }
    }

    @Test func startsAndCallsAreSummed() async throws {
        try await TelemetryRoom.run { room in
            let call = TelemetryLines.performance([12: "rpc", 13: "120", 14: "op=demo.get^req=100^rsp=900^code=1000"])
            let failed = TelemetryLines.performance([12: "rpc", 13: "80", 14: "op=demo.get^req=50^rsp=0^code=4001"])
            try await room.send([TelemetryLines.performance(), call, failed])
            try await room.send([TelemetryLines.performance([14: "1"]), call])
            #expect(try await room.count("SELECT CAST(SUM(starts) AS INTEGER) FROM startup_quarter WHERE first_start = 1") == 1)
            let rpc = try await room.database.read { connection in
                try connection.first("SELECT calls, errors, milliseconds, request_bytes, response_bytes FROM rpc_quarter") { row in
                    try (0..<5).map { try row[$0] as Int }
                }
            }
            #expect(rpc == [3, 1, 320, 250, 1_800])
            #expect(try await room.count("SELECT CAST(SUM(calls) AS INTEGER) FROM rpc_duration") == 3)
        }
    }

    @Test func devicesAndUsersAreCountedOnceADay() async throws {
        try await TelemetryRoom.run { room in
            let other = TelemetryLines.behaviour([3: "2.1.0", 7: "user2", 25: "device2"])
            try await room.send([TelemetryLines.behaviour(), other])
            try await room.send([TelemetryLines.behaviour([3: "2.1.0"])], id: "again")
            #expect(try await audience(room) == [" 2 2 2", "2.0.0 1 0 1", "2.1.0 2 0 2"])
        }
    }

    @Test func aLateLineMovesTheFirstDayBack() async throws {
        try await TelemetryRoom.run { room in
            try await room.send([TelemetryLines.behaviour()])
            try await room.send([TelemetryLines.behaviour([1: "2026-11-19 10:00:00.000"])])
            let days = try await room.database.read {
                try $0.all("SELECT new_devices FROM audience_day WHERE version = '' ORDER BY day") { try $0[0] as Int }
            }
            #expect(days == [1, 0])
        }
    }

    @Test func aDeviceIsAsItsNewestLineSays() async throws {
        try await TelemetryRoom.run { room in
            try await room.send([TelemetryLines.behaviour([3: "2.1.0", 34: "18.0"])])
            try await room.send([TelemetryLines.behaviour([1: "2026-11-21 09:00:00.000", 34: "17.0"])])
            let device = try await room.database.read { try $0.first("SELECT version, os_version FROM device") { [try $0[0] as String, try $0[1]] } }
            #expect(device == ["2.1.0", "18.0"])
        }
    }

    /// `version devices new users`, by version.
    private func audience(_ room: TelemetryRoom) async throws -> [String] {
        try await room.database.read { connection in
            try connection.all("SELECT version, devices, new_devices, users FROM audience_day ORDER BY version") {
                "\(try $0[0] as String) \(try $0[1] as Int) \(try $0[2] as Int) \(try $0[3] as Int)"
            }
        }
    }
}

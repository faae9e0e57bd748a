import Foundation
import Storage
import Testing
import Web

@testable import Console

@Suite struct TelemetryLedgerTests {
    private let line = TelemetryLines.behaviour()

    @Test func theSameBatchIsCountedOnce() async throws {
        try await TelemetryRoom.run { room in
            let first = try await room.send([line, line, "nonsense"], id: "a")
            #expect(first == TelemetryReceipt(accepted: 2, rejected: 1, duplicate: false))
            let again = try await room.send([line, line, "nonsense"], id: "a", packed: true)
            #expect(again == TelemetryReceipt(accepted: 2, rejected: 1, duplicate: true))
            #expect(try await room.send([line], id: "b").duplicate == false)
            #expect(try await room.actives == 3)
        }
    }

    @Test func otherContentUnderTheSameIDIsAConflict() async throws {
        try await TelemetryRoom.run { room in
            try await room.send([line], id: "a")
            let problem = await #expect(throws: Problem.self) { try await room.send([line, line], id: "a") }
            #expect(problem?.kind == .conflict)
            #expect(try await room.actives == 1)
        }
    }

    @Test func withoutAnIDTheSameBodyFromTheSameDeviceIsTheSame() async throws {
        try await TelemetryRoom.run { room in
            try await room.send([line], device: "one")
            #expect(try await room.send([line], device: "one", packed: true).duplicate)
            #expect(try await room.send([line], device: "two").duplicate == false)
            #expect(try await room.actives == 2)
        }
    }

    @Test func anIDOlderThanADayIsNewAgain() async throws {
        try await TelemetryRoom.run { room in
            try await room.send([line], id: "a")
            room.clock.advance(by: 86_399)
            #expect(try await room.send([line], id: "a").duplicate)
            room.clock.advance(by: 1)
            #expect(try await room.send([line], id: "a").duplicate == false)
            #expect(try await room.actives == 2)
            #expect(try await room.count("SELECT count(*) FROM log_batch") == 2)
        }
    }

    @Test(arguments: ["", "two words", String(repeating: "x", count: 129), "中文", "a\u{0}b"])
    func aBatchIDThatIsNoneIsRefused(id: String) async throws {
        try await TelemetryRoom.run { room in
            let problem = await #expect(throws: Problem.self) { try await room.send([line], id: id) }
            #expect(problem?.kind == .malformed)
        }
    }

    @Test func uploadsAtOnceAreAllThereAndEachOnce() async throws {
        try await TelemetryRoom.run { room in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<300 {
                    group.addTask { _ = try await room.send([line], id: "batch-\(number % 100)", device: "device") }
                }
                try await group.waitForAll()
            }
            #expect(try await room.actives == 100)
            #expect(try await room.count("SELECT count(*) FROM log_batch") == 100)
        }
    }

    @Test func anUploadThatCannotBeWrittenTakesNoOtherAlong() async throws {
        try await TelemetryRoom.run { room in
            // Rows that no upload ever made stand where those of every tenth upload belong.
            try await room.database.write { connection in
                for number in stride(from: 0, to: 50, by: 10) { try connection.occupy("\(number)", at: room.clock.now.milliseconds) }
            }
            let results = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<50 {
                    group.addTask { (try? await room.send([line], id: "\(number)")) != nil }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(results == 45)
            #expect(try await room.actives == 45)
            #expect(room.telemetry.failure() == nil)
            #expect(try await room.unpackedRaw().split(separator: "\n").count == 45)
        }
    }

    @Test func theCountsGoOnAfterARestart() async throws {
        try await TelemetryRoom.run { room in
            try await room.send([line], id: "a")
            let next = try await room.restarted()
            #expect(try await next.send([line], id: "a").duplicate)
            #expect(try await next.send([line], id: "b").duplicate == false)
            #expect(try await next.count("SELECT devices FROM audience_day WHERE version = ''") == 1)
            #expect(try await next.actives == 2)
        }
    }
}

extension Connection {
    fileprivate func occupy(_ batch: String, at time: Int) throws {
        try run(
            """
            INSERT INTO log_batch (
                app_id, received_at, batch_id, platform, product_id, kind, sha256, accepted, rejected, first_time, last_time, product_version,
                device, user_id, segment, position, length
            ) VALUES (
                \(TelemetryRoom.app), \(time), \(batch), 'ios', '', 'lines', \([UInt8](repeating: 0, count: 32)), 0, 0, 0, 0, '', '', '', 0, 0, 0
            )
            """
        )
    }
}

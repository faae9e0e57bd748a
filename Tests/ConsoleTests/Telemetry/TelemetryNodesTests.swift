import Storage
import TestSupport
import Testing
import Web

@testable import Console

/// Two nodes that take uploads of one app at the same time.
@Suite struct TelemetryNodesTests {
    private let line = TelemetryLines.behaviour()

    @Test func aBatchThatComesToTwoNodesIsCountedOnce() async throws {
        try await TelemetryRoom.run(.chunks) { room in
            let other = try await room.anotherNode()
            let duplicates = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<100 {
                    for node in [room, other] { group.addTask { try await node.send([line, line], id: "batch-\(number)").duplicate } }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(duplicates == 100)
            #expect(try await room.actives == 200)
            #expect(try await room.count("SELECT count(*) FROM log_batch") == 100)
            #expect(try await room.unpackedRaw().split(separator: "\n").count == 200)
        }
    }

    @Test func otherContentUnderTheSameIDIsAConflictAtEveryNode() async throws {
        try await TelemetryRoom.run(.chunks) { room in
            let other = try await room.anotherNode()
            let kinds = await withTaskGroup(of: Problem.Kind?.self) { group in
                for (node, lines) in [(room, [line]), (other, [line, line])] {
                    group.addTask {
                        do {
                            _ = try await node.send(lines, id: "a")
                            return nil
                        } catch {
                            return (error as? Problem)?.kind
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(kinds.count { $0 == nil } == 1)
            #expect(kinds.count { $0 == .conflict } == 1)
        }
    }

    @Test func aDeviceIsNewOnce() async throws {
        try await TelemetryRoom.run(.chunks) { room in
            let nodes = [room, try await room.anotherNode()]
            try await withThrowingTaskGroup(of: Void.self) { group in
                // Each device comes to both nodes, on two days, in two versions, in another order: whoever is first counts it.
                for number in 0..<120 {
                    group.addTask {
                        let lines = (0..<20).map { place in
                            // No two lines of one time: the newest describes a device.
                            let time = "10:10:\(10 + number / 3).\(100 + number % 3 * 100 + place)"
                            return TelemetryLines.behaviour([
                                1: "2026-11-\(20 + (number + place) % 2) \(time)", 3: "2.\(number % 2).0", 7: "user\((number + place) % 30)",
                                25: "device\((number * 7 + place * 3) % 60)",
                            ])
                        }
                        _ = try await nodes[number % 2].send(lines, id: "\(number)")
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await room.count("SELECT CAST(SUM(new_devices) AS INTEGER) FROM audience_day") == 60)
            #expect(try await room.count("SELECT count(*) FROM device") == 60)
            let before = try await room.derived()
            try await room.telemetry.rebuild(app: TelemetryRoom.app)
            #expect(try await room.derived() == before)
        }
    }

    @Test func aRebuildWhileAnotherNodeWritesCountsEachLineOnce() async throws {
        try await TelemetryRoom.run(.chunks) { room in
            let other = try await room.anotherNode()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<4 {
                    group.addTask {
                        for number in 0..<25 {
                            try await sendUntilTaken([line, line], id: "\(writer)-\(number)", to: writer % 2 == 0 ? room : other)
                        }
                    }
                }
                group.addTask {
                    for _ in 0..<3 { try await room.telemetry.rebuild(app: TelemetryRoom.app) }
                }
                try await group.waitForAll()
            }
            #expect(try await room.actives == 200)
            #expect(try await room.count("SELECT CAST(SUM(devices) AS INTEGER) FROM audience_day WHERE version = ''") == 1)
            let before = try await room.derived()
            try await other.telemetry.rebuild(app: TelemetryRoom.app)
            #expect(try await room.derived() == before)
            #expect(try await room.count("SELECT count(*) FROM log_pause") == 0)
        }
    }

    @Test func whatANodeRemembersIsVoidWhenAnotherErasedTheApp() async throws {
        try await TelemetryRoom.run(.chunks) { room in
            let other = try await room.anotherNode()
            for number in 0..<2 { try await other.send([line], id: "\(number)") }
            try await room.telemetry.erase(TelemetryRoom.app)
            try await other.send([line], id: "again")
            #expect(try await room.count("SELECT devices FROM audience_day WHERE version = ''") == 1)
            #expect(try await room.count("SELECT count(*) FROM device_day WHERE version = ''") == 1)
        }
    }

    @Test func uploadsStepAsideWhileSomebodyWantsTheAppAlone() async throws {
        try await TelemetryRoom.run(.chunks) { room in
            try await room.database.write { try $0.pause(TelemetryRoom.app, for: 600_000) }
            let problem = await #expect(throws: Problem.self) { try await room.send([line], id: "a") }
            #expect(problem?.kind == .unavailable)
            #expect(problem?.retryAfter == 2)
            // One whose owner died is over when its time is.
            try await room.database.write { try $0.pause(TelemetryRoom.app, for: -1) }
            try await room.telemetry.retention.tick()
            #expect(try await room.send([line], id: "a").duplicate == false)
        }
    }

    @Test func openPagesHearOfUploadsToOtherNodes() async throws {
        try await TelemetryRoom.run(.chunks) { room in
            let other = try await room.anotherNode()
            let news = room.telemetry.feed.subscribe(app: TelemetryRoom.app)
            let heard = Task {
                var heard = 0
                // The first may say no more than that the connection is new.
                for await _ in news {
                    heard += 1
                    if heard == 2 || !TestDatabase.isPostgres { return true }
                }
                return false
            }
            let sender = Task {
                for number in 0..<60 where !Task.isCancelled {
                    try await other.send([line], id: "\(number)")
                    try await Task.sleep(for: .milliseconds(100))
                }
            }
            #expect(await heard.value)
            sender.cancel()
            _ = try? await sender.value
        }
    }

    @Test(.enabled(if: TestDatabase.isPostgres)) func whileTheDatabaseIsAwayUploadsAreRefusedForAMoment() async throws {
        try await TelemetryRoom.run(.chunks) { room in
            try await room.send([line], id: "a")
            let node = try await room.anotherNode()
            try node.database.close()
            for id in ["b", "c"] {
                let problem = await #expect(throws: Problem.self) { try await node.send([line], id: id) }
                #expect(problem?.kind == .unavailable)
                #expect(problem?.retryAfter == 2)
            }
            #expect(node.telemetry.failure() == nil)
            #expect(try await room.actives == 1)
        }
    }

    /// As a device does: the same batch again until it is acknowledged.
    private func sendUntilTaken(_ lines: [String], id: String, to room: TelemetryRoom) async throws {
        while true {
            do {
                _ = try await room.send(lines, id: id)
                return
            } catch let problem as Problem where problem.kind == .unavailable {
                try await Task.sleep(for: .milliseconds(50))
            }
        }
    }
}

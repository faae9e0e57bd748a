import Foundation
import Storage
import Testing

@testable import Console

/// Whatever goes wrong while an index is made or asked, nothing is missing from what is found.
@Suite struct TelemetryIndexFaultTests {
    private struct Stop: Error {}

    @Test func anIndexThatWasPutAndNeverNamedIsRemovedADayLater() async throws {
        try await TelemetryRoom.run { room in
            try await TelemetryIndexRoom.fill(room, 0..<4)
            let before = try await TelemetryIndexRoom.answers(room)
            room.blobs.setAfterPut { throw Stop() }
            await #expect(throws: Stop.self) { try await TelemetryIndexRoom.index(room, uploads: 4) }
            room.blobs.setAfterPut(nil)
            #expect(try await room.blobs.list(after: nil, limit: 10).count == 1)
            #expect(try await TelemetryIndexRoom.answers(room) == before)
            try await TelemetryIndexRoom.index(room, uploads: 4)
            #expect(try await TelemetryIndexRoom.answers(room) == before)
            try await room.database.write { try $0.run("UPDATE log_index SET made_at = made_at - 86400001") }
            try await TelemetryIndexRoom.index(room, uploads: 4)
            let named = try await room.database.read { try $0.all("SELECT blob FROM log_index") { try $0[0] as String } }
            #expect(named.count == 1)
            #expect(try await room.blobs.list(after: nil, limit: 10).map(\.id.text) == named)
        }
    }

    @Test func whoeverComesTooLateNamesNothing() async throws {
        try await TelemetryRoom.run { room in
            try await TelemetryIndexRoom.fill(room, 0..<4)
            room.blobs.setAfterPut { _ = try await room.database.write { try $0.run("UPDATE log_index SET made_at = made_at - 3700000") } }
            await #expect(throws: StorageError.self) { try await TelemetryIndexRoom.index(room, uploads: 4) }
            #expect(try await room.count("SELECT count(*) FROM log_index WHERE uploads > 0") == 0)
            #expect(try await room.count("SELECT count(*) FROM log_unindexed") == 4)
        }
    }

    @Test func twoWhoIndexTheSameMakeOneIndexOfIt() async throws {
        try await TelemetryRoom.run { room in
            try await TelemetryIndexRoom.fill(room, 0..<4)
            let before = try await TelemetryIndexRoom.answers(room)
            let other = try await room.anotherNode()
            room.blobs.setAfterPut {
                room.blobs.setAfterPut(nil)
                try await TelemetryIndexRoom.index(other, uploads: 4)
            }
            await #expect(throws: StorageError.self) { try await TelemetryIndexRoom.index(room, uploads: 4) }
            #expect(try await room.count("SELECT count(*) FROM log_index WHERE uploads > 0") == 1)
            #expect(try await TelemetryIndexRoom.answers(room) == before)
        }
    }

    @Test(arguments: ["gone", "cut", "another"])
    func anIndexThatIsLostIsMadeAgain(how: String) async throws {
        for raw in [TelemetryRoom.Raw.files, .chunks] {
            try await TelemetryRoom.run(raw) { room in
                try await TelemetryIndexRoom.fill(room, 0..<9)
                let before = try await TelemetryIndexRoom.answers(room)
                try await TelemetryIndexRoom.index(room, uploads: 3)
                let blob = try #require(try await room.database.read { try $0.value("SELECT blob FROM log_index ORDER BY blob", as: BlobID.self) })
                let path = "\(room.directory)/objects/\(blob.place)"
                switch how {
                case "gone": try await room.blobs.remove(blob)
                case "cut": try Data(try Data(contentsOf: URL(fileURLWithPath: path)).prefix(100)).write(to: URL(fileURLWithPath: path))
                default: try Data(repeating: 7, count: 30_000).write(to: URL(fileURLWithPath: path))
                }
                #expect(try await TelemetryIndexRoom.answers(room) == before)
                #expect(try await room.count("SELECT count(*) FROM log_index WHERE uploads > 0") == 0)
                try await TelemetryIndexRoom.index(room, uploads: 3)
                room.clock.advance(by: 2 * 86_400)
                try await TelemetryIndexRoom.index(room, uploads: 3)
                #expect(try await room.count("SELECT CAST(SUM(uploads) AS INTEGER) FROM log_index") == 9)
                #expect(try await TelemetryIndexRoom.answers(room) == before)
            }
        }
    }

    @Test func anUploadThatCannotBeReadIsSaidAndHoldsNothingUp() async throws {
        try await TelemetryRoom.run(.files) { room in
            try await TelemetryIndexRoom.fill(room, 0..<4)
            let place = try await room.count("SELECT position FROM log_batch WHERE batch_id = 'batch1'")
            let handle = try #require(FileHandle(forWritingAtPath: "\(room.directory)/segments/\(TelemetryIndexRoom.segment.name)"))
            try handle.seek(toOffset: UInt64(place))
            try handle.write(contentsOf: Data([0, 0, 0]))
            try handle.close()
            for _ in 0..<2 {
                var filter = TelemetryIndexRoom.window
                let all = try await TelemetryIndexRoom.search(room, filter)
                #expect(all.items.count == 6)
                #expect(all.unreadable == 1)
                filter.device = "device3"
                let some = try await TelemetryIndexRoom.search(room, filter)
                #expect(some.items.count == 2)
                #expect(some.unreadable == 1)
                try await TelemetryIndexRoom.index(room, uploads: 4)
            }
            #expect(try await room.count("SELECT uploads FROM log_index") == 4)
        }
    }

    @Test func indexesGoWithTheirDayAndWithTheirApp() async throws {
        for erasing in [false, true] {
            try await TelemetryRoom.run { room in
                try await TelemetryIndexRoom.fill(room, 0..<5)
                try await TelemetryIndexRoom.index(room, uploads: 2)
                if erasing {
                    try await room.telemetry.erase(TelemetryRoom.app)
                } else {
                    room.clock.advance(by: 32 * 86_400)
                    try await room.telemetry.retention.tick()
                }
                try await room.telemetry.indexing.tick()
                try await room.telemetry.sealing.tick()
                #expect(try await room.count("SELECT count(*) FROM log_index") == 0)
                #expect(try await room.count("SELECT count(*) FROM log_unindexed") == 0)
                #expect(try await room.blobs.list(after: nil, limit: 10).isEmpty)
            }
        }
    }

    @Test func whileTheObjectStoreIsAwayLinesAreFoundAsTheyAre() async throws {
        try await TelemetryRoom.run(.files) { room in
            try await TelemetryIndexRoom.fill(room, 0..<6)
            let before = try await TelemetryIndexRoom.answers(room)
            room.blobs.setAway(true)
            await #expect(throws: StorageError.self) { try await TelemetryIndexRoom.index(room, uploads: 2) }
            #expect(try await TelemetryIndexRoom.answers(room) == before)
            room.blobs.setAway(false)
            try await TelemetryIndexRoom.index(room, uploads: 2)
            #expect(try await TelemetryIndexRoom.answers(room) == before)
        }
    }
}

import Storage
import Testing

@testable import Console

@Suite struct TelemetryChunkTests {
    private let line = TelemetryLines.behaviour()
    private let window = TelemetryLogFilter(from: TelemetryLines.noon - 3_600_000, to: TelemetryLines.noon + 3_600_000)

    @Test func anUploadIsInTheDatabaseWhenItIsAcknowledged() async throws {
        try await TelemetryRoom.run(.chunks) { room in
            try await room.send([line, line], packed: true)
            room.clock.advance(by: 1)
            try await room.send([line + "\n"])
            room.clock.advance(by: 1)
            try await room.send(["not a line"])
            #expect(try await room.unpackedRaw() == "\(line)\n\(line)\n\(line)\nnot a line\n")
            #expect(try await room.count("SELECT count(*) FROM log_chunk WHERE blob = ''") == 3)
            #expect(try await room.count("SELECT count(*) FROM log_batch WHERE chunk = ''") == 0)
            #expect(try room.files().isEmpty)
        }
    }

    @Test func chunksEndWhereTheyAreFull() throws {
        let entries = try (0..<3).map { number in
            // Bytes that cannot be packed: 3 MB each.
            var random = SystemRandomNumberGenerator()
            let body = (0..<3 << 17).flatMap { _ in withUnsafeBytes(of: random.next(), Array.init) }
            let door = AppDoor(app: "demo", platform: .ios, zone: .gmt, productID: TelemetryLines.product)
            return try TelemetryEntry(
                TelemetryDelivery(door: door, kind: .crash, batchID: "\(number)", receivedAt: .init(timeIntervalSince1970: 86_400 * 3), body: body),
                zone: TelemetryLines.shanghai
            )
        }
        let append = TelemetryChunkAppend(entries)
        #expect(append.chunks.count == 2)
        #expect(append.places.map(\.chunk) == [0, 0, 1].map { append.chunks[$0].key.id })
        #expect(append.places.map(\.position).map { $0 == 0 } == [true, false, true])
        #expect(append.growth == [TelemetrySegment(app: "demo", day: 3): append.chunks.reduce(0) { $0 + $1.bytes.count }])
        #expect(append.chunks.allSatisfy { TelemetryChunkKey.time(of: $0.key.id) == 86_400_000 * 3 })
    }

    @Test func youngChunksStayAndOldOnesBecomeAnObject() async throws {
        try await TelemetryRoom.run(.chunks) { room in
            try await fill(room)
            let (lines, raw, derived) = (try await search(room), try await room.unpackedRaw(), try await room.derived())
            try await room.telemetry.sealing.tick()
            #expect(try await room.count("SELECT count(*) FROM log_object") == 0)
            room.clock.advance(by: 3_600)
            try await room.telemetry.sealing.tick()
            #expect(try await room.count("SELECT count(*) FROM log_chunk WHERE bytes IS NOT NULL") == 0)
            #expect(try await room.telemetry.sealing.unsealed().isEmpty)
            let objects = try await room.blobs.list(after: nil, limit: 10)
            #expect(objects.count == 1)
            #expect(try await search(room) == lines)
            #expect(try await room.unpackedRaw() == raw)
            try await room.telemetry.rebuild(app: TelemetryRoom.app)
            #expect(try await room.derived() == derived)
        }
    }

    @Test func anObjectIsAGzipFileOfItsLines() async throws {
        try await TelemetryRoom.run(.chunks) { room in
            try await room.send([line])
            room.clock.advance(by: 1)
            try await room.send(["x"])
            room.clock.advance(by: 3_600)
            try await room.telemetry.sealing.tick()
            let object = try #require(try await room.blobs.list(after: nil, limit: 10).first)
            try await room.blobs.download(object.id, to: "\(room.directory)/object.gz")
            #expect(try await room.zcat(["\(room.directory)/object.gz"]) == "\(line)\nx\n")
        }
    }

    @Test func whileTheObjectStoreIsAwayChunksStayAndUploadsGoOn() async throws {
        try await TelemetryRoom.run(.chunks) { room in
            try await fill(room)
            room.clock.advance(by: 3_600)
            room.blobs.setAway(true)
            await #expect(throws: StorageError.unavailable("the object store is away")) { try await room.telemetry.sealing.tick() }
            try await room.send([line], id: "meanwhile")
            #expect(try await room.telemetry.sealing.unsealed().reduce(0) { $0 + $1.chunks } == 9)
            #expect(try await search(room).count == 33)
            room.blobs.setAway(false)
            try await room.telemetry.sealing.tick()
            #expect(try await room.telemetry.sealing.unsealed().isEmpty)
            #expect(try await search(room).count == 33)
            // What was noted before the store did not answer goes a day later, and nothing else does.
            try await expectOnlyNamedObjects(room, noted: 2)
        }
    }

    @Test func aCrashBetweenPuttingAndNamingLosesNothing() async throws {
        try await TelemetryRoom.run(.chunks) { room in
            try await fill(room)
            room.clock.advance(by: 3_600)
            room.blobs.setAfterPut { throw CancellationError() }
            await #expect(throws: CancellationError.self) { try await room.telemetry.sealing.tick() }
            room.blobs.setAfterPut(nil)
            #expect(try await room.blobs.list(after: nil, limit: 10).count == 1)
            #expect(try await search(room).count == 32)
            try await room.telemetry.sealing.tick()
            #expect(try await room.blobs.list(after: nil, limit: 10).count == 2)
            try await expectOnlyNamedObjects(room, noted: 2)
            #expect(try await search(room).count == 32)
        }
    }

    @Test func whoeverComesTooLateNamesNothing() async throws {
        try await TelemetryRoom.run(.chunks) { room in
            try await fill(room)
            room.clock.advance(by: 3_600)
            // The sealer sleeps for hours after putting; others may take its object for a forgotten one by then.
            room.blobs.setAfterPut { _ = try await room.database.write { try $0.run("UPDATE log_object SET made_at = made_at - 3700000") } }
            await #expect(throws: StorageError.self) { try await room.telemetry.sealing.tick() }
            #expect(try await room.count("SELECT count(*) FROM log_chunk WHERE bytes IS NULL") == 0)
        }
    }

    @Test func twoWhoPackTheSameChunksLeaveOneObject() async throws {
        try await TelemetryRoom.run(.chunks) { room in
            try await fill(room)
            room.clock.advance(by: 3_600)
            let other = try await room.anotherNode()
            room.blobs.setAfterPut {
                room.blobs.setAfterPut(nil)
                try await other.telemetry.sealing.tick()
            }
            await #expect(throws: StorageError.self) { try await room.telemetry.sealing.tick() }
            #expect(try await search(room).count == 32)
            try await expectOnlyNamedObjects(room, noted: 2)
            #expect(try await search(room).count == 32)
        }
    }

    @Test func objectsGoWithTheirDayAndWithTheirApp() async throws {
        for erasing in [false, true] {
            try await TelemetryRoom.run(.chunks) { room in
                try await fill(room)
                room.clock.advance(by: 3_600)
                try await room.telemetry.sealing.tick()
                if erasing {
                    try await room.telemetry.erase(TelemetryRoom.app)
                } else {
                    room.clock.advance(by: 32 * 86_400)
                    try await room.telemetry.retention.tick()
                }
                #expect(try await room.count("SELECT count(*) FROM log_chunk") == 0)
                try await room.telemetry.sealing.tick()
                #expect(try await room.blobs.list(after: nil, limit: 10).isEmpty)
                #expect(try await room.count("SELECT count(*) FROM log_object") == 0)
            }
        }
    }

    /// Eight chunks of four lines.
    private func fill(_ room: TelemetryRoom) async throws {
        for batch in 0..<8 {
            try await room.send((0..<4).map { TelemetryLines.behaviour([6: "\(batch)-\($0)", 25: "device\($0)"]) }, id: "\(batch)")
        }
    }

    /// A day later all objects are there that chunks name, and no others.
    private func expectOnlyNamedObjects(_ room: TelemetryRoom, noted: Int) async throws {
        #expect(try await room.count("SELECT count(*) FROM log_object WHERE chunks = 0") == noted - 1)
        try await room.telemetry.sealing.tick()
        #expect(try await room.count("SELECT count(*) FROM log_object") == noted)
        try await room.database.write { try $0.run("UPDATE log_object SET made_at = made_at - 86400001") }
        try await room.telemetry.sealing.tick()
        let named = try await room.database.read { try $0.all("SELECT DISTINCT blob FROM log_chunk WHERE blob <> ''") { try $0[0] as String } }
        #expect(try await room.blobs.list(after: nil, limit: 10).map(\.id.text) == named)
        #expect(try await room.count("SELECT count(*) FROM log_object") == 1)
    }

    private func search(_ room: TelemetryRoom) async throws -> [String] {
        var lines: [String] = []
        var place: TelemetryLogPlace?
        repeat {
            let page = try await room.telemetry.search(app: TelemetryRoom.app, window, limit: 100, before: place)
            lines += page.items.map(\.line)
            place = page.next
        } while place != nil
        return lines
    }
}

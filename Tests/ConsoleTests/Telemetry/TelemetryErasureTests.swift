import Formats
import Foundation
import Gzip
import HTTPTypes
import Storage
import Synchronization
import TestSupport
import Testing
import Web

@testable import Console

@Suite struct TelemetryErasureTests {
    @Test(arguments: [TelemetryRoom.Raw.files, .chunks])
    func nothingTellsOfADeviceAnyMoreAndCountsStay(raw: TelemetryRoom.Raw) async throws {
        try await TelemetryRoom.run(raw) { room in
            try await fill(room)
            try await TelemetryIndexRoom.index(room, uploads: 3)
            if raw == .chunks {
                room.clock.advance(by: 3_600)
                try await room.telemetry.sealing.tick()
                room.clock.advance(by: -3_600)
            }
            try await fill(room, after: "later")
            let (before, others) = (try await counts(room), try await lines(room, not: "device1"))
            #expect(try await room.unpackedRaw().contains("device1"))
            let done = try await erase(room, .device, "device1")
            #expect(done.finishedAt.value != nil)
            #expect(done.lines == 20)
            let raw = try await room.unpackedRaw()
            #expect(!raw.contains("device1"))
            #expect(!raw.contains("own secret"))
            #expect(try await lines(room, not: "device1") == others)
            #expect(try await counts(room) == before)
            for table in ["log_batch", "device", "device_day"] {
                #expect(try await room.count(SQL(trusted: "SELECT count(*) FROM \(table) WHERE device = 'device1'")) == 0, "\(table)")
            }
            #expect(try await room.count("SELECT count(*) FROM quarantine WHERE device = 'device1'") == 0)
            #expect(try await room.count("SELECT count(*) FROM log_erasure WHERE value IS NOT NULL") == 0)
            #expect(try await room.count("SELECT count(*) FROM log_scrub") == 0)
            for unit in try await room.database.read({ try $0.indexes(TelemetryIndexRoom.segment) }) {
                var filter = TelemetryIndexRoom.window
                filter.device = "device1"
                #expect(try await room.telemetry.indexReader.candidates(TelemetryIndexQuestion(filter), in: unit).isEmpty)
            }
            try await room.telemetry.rebuild(app: TelemetryRoom.app)
            let rebuilt = try await counts(room)
            #expect(rebuilt["actives"] == before["actives"])
            #expect(rebuilt["crashes"] == before["crashes"])
        }
    }

    /// Theirs go whole; how many devices a group has stays, and a rebuild brings no empty report back.
    @Test func crashReportsOfADeviceGoWithAllThatWasMadeOfThem() async throws {
        try await TelemetryRoom.run { room in
            try await fill(room)
            try await room.send([TelemetryLines.crash([28: "device1"])])
            try await room.database.write { connection in
                let crash: String = try connection.value("SELECT id FROM crash WHERE device = 'device1'") ?? ""
                try connection.run(
                    """
                    INSERT INTO crash_analysis (app_id, crash_id, group_id, grouping, fingerprint, format, time, waits)
                    VALUES (\(TelemetryRoom.app), \(crash), 'g', 1, 'f', 'java', 1, 0)
                    """
                )
                try connection.run(
                    "INSERT INTO crash_group_device (app_id, group_id, device, reports) VALUES (\(TelemetryRoom.app), 'g', 'device1', 1)"
                )
            }
            let (others, crashes) = (try await room.count("SELECT count(*) FROM crash WHERE device = 'device2'"), try await counts(room)["crashes"])
            let done = try await erase(room, .device, "device1")
            #expect(done.reports == 1)
            for _ in 0..<2 {
                #expect(try await room.count("SELECT count(*) FROM crash") == others)
                #expect(try await room.count("SELECT count(*) FROM crash_analysis") == 0)
                #expect(try await room.count("SELECT count(*) FROM crash_group_device WHERE device <> 'device1'") == 1)
                #expect(try await counts(room)["crashes"] == crashes)
                try await room.telemetry.rebuild(app: TelemetryRoom.app)
            }
        }
    }

    @Test func aUserGoesFromLinesAndHeaders() async throws {
        try await TelemetryRoom.run { room in
            try await fill(room)
            let users = try await room.count("SELECT users FROM audience_day WHERE version = ''")
            _ = try await erase(room, .user, "user2")
            #expect(try await !room.unpackedRaw().contains("user2"))
            var filter = TelemetryIndexRoom.window
            filter.user = "user2"
            #expect(try await TelemetryIndexRoom.search(room, filter).items.isEmpty)
            #expect(try await room.count("SELECT count(*) FROM user_day WHERE user_id = 'user2'") == 0)
            #expect(try await room.count("SELECT users FROM audience_day WHERE version = ''") == users)
            // Who comes again is new.
            try await room.send([TelemetryLines.behaviour([7: "user2"])])
            #expect(try await room.count("SELECT users FROM audience_day WHERE version = ''") == users + 1)
        }
    }

    /// Whatever ends it, the next attempt brings it to its end.
    @Test(arguments: [1, 2])
    func anAttemptThatBreaksOffIsGoneOnWith(puts: Int) async throws {
        struct Stop: Error {}
        try await TelemetryRoom.run(.chunks) { room in
            try await fill(room)
            try await TelemetryIndexRoom.index(room, uploads: 3)
            room.clock.advance(by: 3_600)
            try await room.telemetry.sealing.tick()
            let (before, others) = (try await counts(room), try await lines(room, not: "device1"))
            let left = Counter(puts)
            room.blobs.setAfterPut { if left.down() == 0 { throw Stop() } }
            await #expect(throws: Stop.self) { try await erase(room, .device, "device1") }
            room.blobs.setAfterPut(nil)
            _ = try await erase(room, nil, "")
            #expect(try await !room.unpackedRaw().contains("device1"))
            #expect(try await lines(room, not: "device1") == others)
            #expect(try await counts(room) == before)
            #expect(try await room.count("SELECT count(*) FROM log_scrub") == 0)
        }
    }

    /// Packing read the chunk before it was overwritten: what it puts must not be named.
    @Test func whatIsBeingPackedMeanwhileIsPackedAnew() async throws {
        try await TelemetryRoom.run(.chunks) { room in
            try await fill(room)
            room.clock.advance(by: 3_600)
            room.blobs.setAfterPut {
                room.blobs.setAfterPut(nil)
                _ = try await erase(room, .device, "device1")
            }
            await #expect(throws: StorageError.self) { try await room.telemetry.sealing.tick() }
            try await room.telemetry.sealing.tick()
            #expect(try await room.count("SELECT count(*) FROM log_chunk WHERE bytes IS NOT NULL") == 0)
            #expect(try await !room.unpackedRaw().contains("device1"))
        }
    }

    @Test(arguments: [20, 21, 22, 40, 53, 54, 5_000])
    func aFillerIsAGzipMemberOfAnyLength(length: Int) throws {
        let filler = TelemetryScrub(chunk: TelemetryChunkKey(TelemetryIndexRoom.segment, id: ""), range: 7..<7 + length).filler
        #expect(filler.count == length)
        if length > 20 { #expect(try Gzip.decompress(filler + TelemetryMembers.lineFeed, limit: 10) == [0x0A]) }
    }

    @Test func itIsAskedForOnBothFacesAndAuditedWithoutTheName() async throws {
        try await TestConsole.run { console in
            _ = try await console.makeApp()
            let made = try await console.api(.post, "/apps/demo/erasures", #"{"field":"device","value":"device-of-somebody"}"#)
            #expect(made.status == .created)
            let path = try #require(made.headers[.location])
            #expect(path.hasPrefix("/api/v1/apps/demo/erasures/"))
            #expect(!made.text.contains("device-of-somebody"))
            #expect(try await console.page(String(path.dropFirst("/api/v1".count))).status == .ok)
            let redirect = try await console.submit("/apps/demo/erasures", [("field", "user"), ("value", "somebody")])
            #expect(redirect.headers[.location]?.hasPrefix("/apps/demo/erasures/") ?? false)
            let list = try await console.page("/apps/demo/erasures").text
            #expect(list.components(separatedBy: "<tr><th scope=\"row\"").count == 3)
            #expect(try await console.submit("/apps/demo/erasures", [("field", "user"), ("value", "")]).status == .unprocessableContent)
            #expect(try await !console.page("/audit").text.contains("somebody"))
        }
    }

    /// What cannot be taken back is looked at first: whether anything is known by that name.
    @Test func whoIsToBeErasedIsLookedAtFirst() async throws {
        try await TestConsole.run { console in
            let product = try await console.makeApp()
            let line = TelemetryLines.crash([1: "2026-11-21 10:39:30.000", 2: product, 7: "somebody", 28: "device1"])
            let headers: HTTPFields = [HTTPField.Name("productId")!: product]
            #expect(try await console.ask(.post, "/loggw/logUpload.do", headers: headers, body: Array(line.utf8)).status == .ok)
            let form = try await console.page("/apps/demo/erasures").text
            #expect(form.contains("method=\"get\" action=\"/apps/demo/erasures\"") && !form.contains("永久抹除</button>"))
            for query in ["field=user&value=somebody", "field=device&value=device1"] {
                let page = try await console.page("/apps/demo/erasures?\(query)").text
                #expect(page.contains("永久抹除</button>") && page.contains("2026-11-21 10:39:30") && page.contains("<dd>1</dd>"), "\(query)")
            }
            let other = try await console.page("/apps/demo/erasures?field=user&value=nobody").text
            #expect(other.contains("没有日志提到过它") && other.contains("<dd>0</dd>"))
            let wrong = try await console.page("/apps/demo/erasures?field=user&value=-")
            #expect(wrong.status == .unprocessableContent && wrong.text.contains("id=\"error-value\"") && !wrong.text.contains("永久抹除</button>"))
        }
    }

    // MARK: the room

    private final class Counter: Sendable {
        private let left: Mutex<Int>

        init(_ count: Int) {
            left = Mutex(count)
        }

        func down() -> Int {
            left.withLock { left in
                left -= 1
                return left
            }
        }
    }

    /// Five uploads: lines of three devices in each, one that cannot be read, and one by the header only.
    private func fill(_ room: TelemetryRoom, after name: String = "first") async throws {
        try await room.database.write { connection in
            try connection.run(
                """
                INSERT INTO app (id, name, english_name, zone, created_at) VALUES (\(TelemetryRoom.app), 'Demo', 'Demo', 'Asia/Shanghai', 0)
                ON CONFLICT DO NOTHING
                """
            )
        }
        for number in 0..<5 {
            try await room.send(
                [
                    TelemetryLines.behaviour([6: "\(name)\(number)", 7: "user\(number)", 22: "note=own secret", 25: "device1"]),
                    TelemetryLines.crash([7: "user2", 28: "device2"]), TelemetryLines.behaviour([7: "user\(number)", 25: "device3"]),
                    "broken device1",
                ],
                id: "\(name)\(number)",
                device: number == 0 ? "device1" : nil
            )
            room.clock.advance(by: 1)
        }
    }

    /// Asks, unless nothing is, and works until all that was asked for is done.
    @discardableResult
    private func erase(_ room: TelemetryRoom, _ field: TelemetryErasureRequest.Field?, _ value: String) async throws -> TelemetryErasureRequest {
        let audit = Audit(clock: room.clock.clock)
        let erasures = TelemetryErasures(database: room.database, jobs: Jobs(database: room.database, audit: audit), audit: audit)
        if let field { _ = try await erasures.ask(.init(field: field, value: value), of: TelemetryRoom.demo, by: .console) }
        let claim = JobClaim(id: "none", kind: "telemetry.erase", app: TelemetryRoom.app, payload: "", attempt: 1, mostAttempts: 1, token: 0)
        do {
            try await TelemetryErasing(telemetry: room.telemetry).run(TelemetryErasureJob(app: TelemetryRoom.app), JobRun(claim, holder: "test"))
        } catch is JobLost {
            // There is no such job: everything was done but its end.
        }
        return try #require(try await erasures.list(of: TelemetryRoom.demo, try ListPlace(limit: nil, cursor: nil)).items.first)
    }

    private func lines(_ room: TelemetryRoom, not device: String) async throws -> [String] {
        try await TelemetryIndexRoom.search(room).items.filter { $0.device != device && !$0.device.isEmpty }.map(\.line)
    }

    private func counts(_ room: TelemetryRoom) async throws -> [String: Int] {
        [
            "actives": try await room.actives, "crashes": try await room.count("SELECT CAST(SUM(crashes) AS INTEGER) FROM activity_minute"),
            "devices": try await room.count("SELECT count(*) FROM device"), "days": try await room.count("SELECT count(*) FROM device_day"),
            "audience": try await room.count("SELECT devices FROM audience_day WHERE version = ''"),
        ]
    }
}

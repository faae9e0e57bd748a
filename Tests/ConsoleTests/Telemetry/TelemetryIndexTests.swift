import Formats
import Foundation
import Storage
import Testing

@testable import Console

@Suite struct TelemetryIndexTests {
    @Test(arguments: [TelemetryRoom.Raw.files, .chunks])
    func whatIsFoundIsTheSameWithIndexesWithoutAndWithSome(raw: TelemetryRoom.Raw) async throws {
        try await TelemetryRoom.run(raw) { room in
            try await fill(room, 0..<20)
            let before = try await TelemetryIndexRoom.answers(room)
            #expect(before["device"]?.count == 8)
            #expect(before["text"]?.count == 20)
            try await TelemetryIndexRoom.index(room, uploads: 6)
            #expect(try await room.count("SELECT count(*) FROM log_index WHERE uploads = 6") == 3)
            #expect(try await room.count("SELECT CAST(SUM(uploads) AS INTEGER) FROM log_unindexed") == 2)
            #expect(try await TelemetryIndexRoom.answers(room) == before)
            try await room.telemetry.sealing.tick()
            room.clock.advance(by: 2 * 86_400)
            try await TelemetryIndexRoom.index(room, uploads: 6)
            try await room.telemetry.sealing.tick()
            #expect(try await room.count("SELECT CAST(SUM(uploads) AS INTEGER) FROM log_index") == 20)
            #expect(try await room.count("SELECT count(*) FROM log_unindexed") == 0)
            #expect(try await TelemetryIndexRoom.answers(room) == before)
        }
    }

    @Test func onlyUploadsThatCanHoldItAreRead() async throws {
        try await TelemetryRoom.run { room in
            try await fill(room, 0..<20)
            let all = try await TelemetryIndexRoom.search(room).scanned
            try await TelemetryIndexRoom.index(room, uploads: 20)
            var filter = TelemetryIndexRoom.window
            filter.session = "s7"
            #expect((1..<all / 8).contains(try await TelemetryIndexRoom.search(room, filter).scanned))
            filter.session = "nowhere"
            #expect(try await TelemetryIndexRoom.search(room, filter).scanned == 0)
            filter = TelemetryIndexRoom.window
            filter.needle = LogNeedle("page=13")
            #expect((1..<all / 8).contains(try await TelemetryIndexRoom.search(room, filter).scanned))
        }
    }

    @Test func pagesJoinAcrossIndexesAndWhatTheyDoNotCover() async throws {
        try await TelemetryRoom.run { room in
            try await fill(room, 0..<9)
            try await TelemetryIndexRoom.index(room, uploads: 3)
            try await fill(room, 9..<14)
            var (lines, place): ([String], TelemetryLogPlace?) = ([], nil)
            repeat {
                let page = try await room.telemetry.search(app: TelemetryRoom.app, TelemetryIndexRoom.window, limit: 4, before: place)
                lines += page.items.map(\.session)
                place = page.next
            } while place != nil
            #expect(lines == (0..<14).reversed().flatMap { ["s\($0)", "s\($0)"] })
        }
    }

    @Test func aSearchThatMayReadNothingMoreStillGetsFurther() async throws {
        try await TelemetryRoom.run { room in
            try await fill(room, 0..<9)
            try await TelemetryIndexRoom.index(room, uploads: 3)
            try await fill(room, 9..<12)
            let limits = TelemetryLogSearch.Limits(lines: 100, bytes: 1, longest: .zero)
            var (lines, place, searches): ([String], TelemetryLogPlace?, Int) = ([], nil, 0)
            repeat {
                let page = try await room.telemetry.search(app: TelemetryRoom.app, TelemetryIndexRoom.window, limits, before: place)
                lines += page.items.map(\.session)
                (place, searches) = (page.next, searches + 1)
            } while place != nil && searches < 100
            #expect(lines == (0..<12).reversed().flatMap { ["s\($0)", "s\($0)"] })
            #expect(searches > 2)
        }
    }

    /// Clocks of nodes differ, and a body takes its time: what is committed late may have been received before what is indexed already.
    @Test func whatComesLateIsFoundInItsPlace() async throws {
        try await TelemetryRoom.run { room in
            try await fill(room, 0..<6)
            try await TelemetryIndexRoom.index(room, uploads: 3)
            room.clock.advance(by: -4.5)
            try await room.send([TelemetryLines.behaviour([6: "late"])], id: "late")
            room.clock.advance(by: 4.5)
            var sessions: [String] = []
            for item in try await TelemetryIndexRoom.search(room).items where sessions.last != item.session { sessions.append(item.session) }
            #expect(sessions == ["s5", "s4", "s3", "s2", "late", "s1", "s0"])
        }
    }

    @Test func aDayReceivedBeforeThereWereIndexesIsIndexedPieceByPiece() async throws {
        for raw in [TelemetryRoom.Raw.files, .chunks] {
            try await TelemetryRoom.run(raw) { room in
                try await fill(room, 0..<20)
                let before = try await TelemetryIndexRoom.answers(room)
                try await room.telemetry.indexing.reindex(TelemetryIndexRoom.segment)
                room.clock.advance(by: 2 * 86_400)
                var indexing = room.telemetry.indexing
                (indexing.limits.uploads, indexing.limits.longest) = (7, .zero)
                for indexed in [7, 14, 20] {
                    try await indexing.tick()
                    #expect(try await room.count("SELECT CAST(SUM(uploads) AS INTEGER) FROM log_index") == indexed)
                    #expect(try await TelemetryIndexRoom.answers(room) == before)
                }
                #expect(try await room.count("SELECT count(*) FROM log_unindexed") == 0)
            }
        }
    }

    @Test func reportsThatCameAloneAreFoundByTheirHeaders() async throws {
        try await TelemetryRoom.run { room in
            let text = Array("java.lang.IllegalStateException: gone\n\tat a.B.c(B.java:1)".utf8)
            _ = try await room.telemetry.receive(
                TelemetryDelivery(door: room.door, kind: .crash, batchID: "r", version: "2.0", device: "d1", receivedAt: room.clock.now, body: text)
            )
            try await TelemetryIndexRoom.index(room, uploads: 1)
            var filter = TelemetryIndexRoom.window
            (filter.device, filter.version, filter.type, filter.needle) = ("d1", "2.0", .crash, LogNeedle("illegalstate"))
            #expect(try await TelemetryIndexRoom.search(room, filter).items.map(\.raw) == [text])
            filter.type = .behaviour
            #expect(try await TelemetryIndexRoom.search(room, filter).items.isEmpty)
        }
    }

    private func fill(_ room: TelemetryRoom, _ batches: Range<Int>) async throws {
        try await TelemetryIndexRoom.fill(room, batches)
    }
}

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Console
@testable import Storage

@Suite struct MovingPartTests {
    private func sum(_ rows: [[SQLValue]]) -> MovingSum {
        var sum = MovingSum()
        sum.add(rows)
        return sum
    }

    @Test func aSumDependsOnRowsAndNotOnTheirOrder() {
        let rows: [[SQLValue]] = (0..<100).map { [.integer($0), .text("row \($0)"), .blob([UInt8($0)]), .null, .real(Double($0) / 3)] }
        #expect(sum(rows) == sum(rows.shuffled()))
        for place in rows[0].indices {
            var changed = rows
            changed[7][place] = .text("other")
            #expect(sum(changed) != sum(rows))
        }
        #expect(sum(Array(rows.dropLast())) != sum(rows))
        #expect(sum([[.text("ab"), .text("c")]]) != sum([[.text("a"), .text("bc")]]))
        #expect(sum([[.text("a")]]) != sum([[.blob([97])]]))
        #expect(sum([[.integer(0)]]) != sum([[.null]]))
        // PostgreSQL keeps another character for NUL.
        #expect(sum([[.text("a\0b")]]) == sum([[.text("a\u{FFFD}b")]]))
    }

    private func table(_ name: String, _ references: [String] = []) -> TableShape {
        TableShape(name: name, columns: [.init(name: "id", kind: .text)], key: ["id"], partitionColumn: nil, references: references)
    }

    @Test func tablesComeAfterThoseTheyReferTo() throws {
        let tables = [table("a", ["c", "b"]), table("b", ["c"]), table("c", ["c"]), table("d")]
        #expect(try MovingTables.ordered(tables).map(\.name) == ["c", "d", "b", "a"])
        #expect(throws: MovingError.self) { try MovingTables.ordered([table("a", ["b"]), table("b", ["a"])]) }
        #expect(try MovingTables(tables + [table("node"), table("lease")]).all.count == 4)
    }

    @Test func thePipeKeepsOrderAndWaitsForTheSlower() async throws {
        let pipe = MovingPipe<Int>(ahead: 2)
        let sent = Mutex(0)
        var got: [Int] = []
        try await pipe.run(
            { pipe in
                try await MovingFiles.blocking {
                    for number in 0..<50 {
                        try pipe.send(number)
                        sent.withLock { $0 = number }
                    }
                }
            },
            each: { number in
                try await Task.sleep(for: .milliseconds(1))
                #expect(sent.withLock { $0 } <= number + 2)
                got.append(number)
            }
        )
        #expect(got == Array(0..<50))
    }

    @Test(.timeLimit(.minutes(1))) func theReaderStopsWhenTheOtherSideFails() async throws {
        struct Stop: Error {}
        let isStopped = Mutex(false)
        await #expect(throws: Stop.self) {
            try await MovingPipe<Int>(ahead: 1).run(
                { pipe in
                    defer { isStopped.withLock { $0 = true } }
                    try await MovingFiles.blocking { while true { try pipe.send(1) } }
                },
                each: { _ in throw Stop() }
            )
        }
        #expect(isStopped.withLock { $0 })
    }

    @Test func theOtherSideHearsWhenTheReaderFails() async throws {
        struct Stop: Error {}
        var got = 0
        await #expect(throws: Stop.self) {
            try await MovingPipe<Int>().run(
                { pipe in
                    try await MovingFiles.blocking { try pipe.send(1) }
                    throw Stop()
                },
                each: { _ in got += 1 }
            )
        }
        #expect(got == 1)
    }

    @Test func pagesOfLargeRowsAreShortAndAllRowsAreRead() async throws {
        try await MovingRoom.run { room in
            try await room.database.write { connection in
                for number in 0..<60 {
                    let report = [UInt8](repeating: UInt8(number), count: number < 30 ? 10 : 1 << 20)
                    try connection.run(
                        """
                        INSERT INTO crash (app_id, id, time, platform, version, device, user_id, model, os_version, network, channel, hotpatch, page,
                            process, thread, kind, title, culprit, fingerprint, report)
                        VALUES ('a', \(String(format: "%03d", number)), \(number), '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', \(report))
                        """
                    )
                }
            }
            let crash = try await room.database.read { try $0.tables() }.filter { $0.name == "crash" }.map(\.arranged)
            var pages: [[SQLValue]] = []
            try await MovingReader(database: room.database, tables: crash).run { page in
                pages += page.rows.map { $0 }
                #expect(page.rows.count <= 60)
                if case .text(let id)? = page.rows.first?[1], id > "044" { #expect(page.rows.count <= 4) }
            }
            #expect(pages.map { $0[1] } == (0..<60).map { SQLValue.text(String(format: "%03d", $0)) })
        }
    }

    @Test func workThatNobodyAsksForIsGivenUp() throws {
        #expect(throws: MovingError.self) { try MovingProgress(patience: .zero).step("working") }
        #expect(throws: MovingError.self) { try MovingProgress(patience: .zero).advance(by: 1) }
        for patient in [MovingProgress(patience: .seconds(3_600)), MovingProgress()] {
            try patient.step("working", total: 3)
            try patient.advance(by: 2)
            #expect(patient.ask().done == 2 && patient.ask().total == 3)
        }
    }

    @Test func oneThingAtATimeIsDone() async throws {
        let desk = MovingDesk()
        #expect(throws: MovingError.self) { try desk.state() }
        let (go, signal) = AsyncStream.makeStream(of: Void.self)
        try desk.begin(patience: .seconds(60)) { _ in
            for await _ in go { break }
            return ["done": 1]
        }
        #expect(throws: MovingError.self) { try desk.begin(patience: .seconds(60)) { _ in ["done": 2] } }
        signal.yield()
        while try desk.state().outcome == nil { try await Task.sleep(for: .milliseconds(5)) }
        #expect(try desk.state().outcome == .done(json: #"{"done":1}"#))
        try desk.begin(patience: .seconds(60)) { _ in throw MovingError("no") }
        while try desk.state().outcome == nil { try await Task.sleep(for: .milliseconds(5)) }
        #expect(try desk.state().outcome == .refused("no"))
    }
}

import Foundation
import Storage
import Testing
import Web

@testable import Console

@Suite struct TelemetrySegmentTests {
    private let line = TelemetryLines.behaviour()

    @Test func zcatReadsASegmentLineByLine() async throws {
        try await TelemetryRoom.run(.files) { room in
            try await room.send([line, line], packed: true)
            try await room.send([line + "\n"])
            try await room.send(["not a line"])
            #expect(try await room.unpackedRaw() == "\(line)\n\(line)\n\(line)\nnot a line\n")
        }
    }

    @Test func bytesThatWereNeverAcknowledgedAreCutOff() async throws {
        try await TelemetryRoom.run(.files) { room in
            try await room.send([line], id: "a")
            let path = "\(room.directory)/segments/demo/2026-11-21.log.gz"
            let handle = try #require(FileHandle(forWritingAtPath: path))
            try handle.seekToEnd()
            try handle.write(contentsOf: Data("torn".utf8))
            try handle.close()
            let next = try await room.restarted()
            try await next.send([line], id: "b")
            #expect(try await next.unpackedRaw() == "\(line)\n\(line)\n")
        }
    }

    @Test func missingBytesCloseTheLedger() async throws {
        try await TelemetryRoom.run(.files) { room in
            try await room.send([line], id: "a")
            try Data().write(to: URL(fileURLWithPath: "\(room.directory)/segments/demo/2026-11-21.log.gz"))
            let next = try await room.restarted()
            let problem = await #expect(throws: Problem.self) { try await next.send([line], id: "b") }
            #expect(problem?.kind == .unavailable)
            #expect(next.telemetry.failure() != nil)
            let later = await #expect(throws: Problem.self) { try await next.send([line], id: "c") }
            #expect(later?.retryAfter == 30)
        }
    }
}

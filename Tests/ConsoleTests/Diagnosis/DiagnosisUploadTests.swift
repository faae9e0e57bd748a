import Foundation
import Gzip
import HTTPTypes
import Signing
import Storage
import TestSupport
import Testing
import Web

@testable import Console

@Suite struct DiagnosisUploadTests {
    private static let range = HTTPField.Name.range

    /// More than one box, and nothing that packs well.
    private static let long = (0..<40_000).flatMap { Array("2026-11-21 11:15:30.123 [I] [n\($0 % 7)] line \($0)\n".utf8) }

    @Test func aWholeFileIsTakenAndReadAndComesBackAsItWasSent() async throws {
        try await DiagnosisDevice.run { room in
            let done = try await room.finished()
            #expect(done.state == "done")
            #expect(done.parts[0].log?.lines == 3)
            #expect(done.parts[0].sha256 == Hex.encode(Digest.sha256(DiagnosisDevice.log)))
            let file = try await room.console.api(.get, "\(DiagnosisDevice.path)/\(done.id)/files/\(done.parts[0].id)")
            #expect(file.status == .ok)
            #expect(Array(file.body.readableBytesView) == DiagnosisDevice.log)
            #expect(file.headers[.contentDisposition]?.hasSuffix(".log\"") ?? false)
        }
    }

    @Test func piecesGoOnWhereTheyBrokeOff() async throws {
        try await DiagnosisDevice.run { room in
            _ = try await room.make()
            let url = try #require(try await room.poll().first).uploadURL
            let (bytes, total) = (Self.long, Self.long.count)
            let asked = try await room.send([], to: url, range: "*/\(total)")
            #expect(asked.status == .permanentRedirect)
            #expect(asked.headers[Self.range] == nil)
            let first = try await room.send(Array(bytes[..<700_000]), to: url, range: "0-699999/\(total)")
            #expect(first.status == .permanentRedirect)
            #expect(first.headers[Self.range] == "bytes=0-699999")
            // The same piece again, as after a lost answer, changes nothing.
            let again = try await room.send(Array(bytes[..<700_000]), to: url, range: "0-699999/\(total)")
            #expect(again.headers[Self.range] == "bytes=0-699999")
            let gap = try await room.send(Array(bytes[900_000..<900_010]), to: url, range: "900000-900009/\(total)")
            #expect(gap.status == .conflict)
            #expect(gap.headers[Self.range] == "bytes=0-699999")
            #expect(try await room.send([], to: url, range: "*/\(total)").headers[Self.range] == "bytes=0-699999")
            let last = try await room.send(Array(bytes[700_000...]), to: url, range: "700000-\(total - 1)/\(total)")
            #expect(last.status == .created)
            #expect(last.text.contains(Hex.encode(Digest.sha256(bytes))))
            #expect(try await room.send([], to: url, range: "*/\(total)").status == .created)
            #expect(try await room.send(Array(bytes[700_000...]), to: url, range: "700000-\(total - 1)/\(total)").status == .created)
        }
    }

    @Test func whatAnotherNodeOrAnotherRunBeganIsGoneOnWith() async throws {
        try await DiagnosisDevice.run { room in
            _ = try await room.make()
            let url = try #require(try await room.poll().first).uploadURL
            let total = DiagnosisDevice.log.count
            _ = try await room.send(Array(DiagnosisDevice.log[..<10]), to: url, range: "0-9/\(total)")
            // What a node holds in memory is nothing that an upload needs.
            try await room.console.server.diagnosis.refresh()
            #expect(try await room.poll().first?.uploadURL == url)
            #expect(try await room.send(Array(DiagnosisDevice.log[10...]), to: url, range: "10-\(total - 1)/\(total)").status == .created)
        }
    }

    @Test func anotherFileBeginsAnew() async throws {
        try await DiagnosisDevice.run { room in
            _ = try await room.make()
            let url = try #require(try await room.poll().first).uploadURL
            let (bytes, total) = (DiagnosisDevice.log, DiagnosisDevice.log.count)
            #expect(try await room.send(Array(bytes[..<10]), to: url, range: "0-9/\(total + 1)").headers[Self.range] == "bytes=0-9")
            let asked = try await room.send([], to: url, range: "*/\(total)")
            #expect(asked.status == .permanentRedirect)
            #expect(asked.headers[Self.range] == nil)
            let later = try await room.send(Array(bytes[10..<20]), to: url, range: "10-19/\(total)")
            #expect(later.status == .conflict)
            #expect(later.headers[Self.range] == nil)
            #expect(try await room.send(Array(bytes[..<20]), to: url, range: "0-19/\(total)").headers[Self.range] == "bytes=0-19")
            #expect(try await room.send(Array(bytes[20...]), to: url, range: "20-\(total - 1)/\(total)").status == .created)
        }
    }

    @Test func aPieceThatIsGoneMakesTheDeviceBeginAnew() async throws {
        try await DiagnosisDevice.run { room in
            _ = try await room.make()
            let url = try #require(try await room.poll().first).uploadURL
            let (bytes, server, total) = (DiagnosisDevice.log, room.console.server, DiagnosisDevice.log.count)
            _ = try await room.send(Array(bytes[..<10]), to: url, range: "0-9/\(total)")
            let pieces = try await server.database.read { try $0.all("SELECT blob FROM diagnosis_piece") { try $0[0] as BlobID } }
            await server.diagnosis.remove(pieces)
            let last = try await room.send(Array(bytes[10...]), to: url, range: "10-\(total - 1)/\(total)")
            #expect(last.status == .conflict)
            #expect(last.headers[Self.range] == nil)
            #expect(try await room.send(bytes, to: url).status == .created)
        }
    }

    @Test func aFileHasSoManyPieces() async throws {
        try await DiagnosisDevice.run { room in
            let task = try await room.make().json(DiagnosisDevice.Task.self)
            let url = try #require(try await room.poll().first).uploadURL
            let part = task.parts[0].id
            try await room.console.server.database.write { connection in
                for number in 1...DiagnosisLimits.pieces {
                    try connection.run(
                        """
                        INSERT INTO diagnosis_piece (app_id, part_id, start, size, blob)
                        VALUES ('demo', \(part), \(number), 0, \(BlobID(of: [])))
                        """
                    )
                }
            }
            #expect(try await room.send([1], to: url, range: "0-0/9").status == .contentTooLarge)
        }
    }

    @Test func twoRequestsAtATimeSendOneFile() async throws {
        let (gate, now) = (DiagnosisGate(), Date())
        try await gate.pass("a", at: now) {
            try await gate.pass("a", at: now) {
                await #expect(throws: Problem.self) { try await gate.pass("a", at: now) {} }
                try await gate.pass("b", at: now) {}
            }
        }
        try await gate.pass("a", at: now) {}
    }

    @Test func whatNobodyReadsFailsAndMayStillBeRead() async throws {
        try await DiagnosisDevice.run { room in
            let server = room.console.server
            let task = try await room.make().json(DiagnosisDevice.Task.self)
            let url = try #require(try await room.poll().first).uploadURL
            #expect(try await room.send(DiagnosisDevice.log, to: url).status == .created)
            room.console.clock.advance(by: 2 * 86_400)
            try await server.diagnosis.sweep()
            // Its job waits.
            #expect(try await room.task(task.id).state == "uploaded")
            try await server.database.write { try $0.run("UPDATE job SET state = 'failed', finished_at = 1 WHERE kind = 'diagnosis.read'") }
            try await server.diagnosis.sweep()
            let lost = try await room.task(task.id).parts[0]
            #expect(lost.state == "failed")
            #expect(lost.reason == "lost")
            try await server.database.write { try $0.run("UPDATE job SET state = 'waiting', finished_at = NULL WHERE kind = 'diagnosis.read'") }
            try await room.work()
            let read = try await room.task(task.id).parts[0]
            #expect(read.state == "done")
            #expect(read.reason == "")
            #expect(read.log?.lines == 3)
        }
    }

    @Test func aWrongHashBeginsAnew() async throws {
        try await DiagnosisDevice.run { room in
            _ = try await room.make()
            let url = try #require(try await room.poll().first).uploadURL
            let sha256 = try #require(HTTPField.Name("X-Content-SHA256"))
            let wrong = try await room.send(DiagnosisDevice.log, to: url, headers: [sha256: String(repeating: "0", count: 64)])
            #expect(wrong.status == .unprocessableContent)
            #expect(try await room.send([], to: url, range: "*/*").headers[Self.range] == nil)
            let digest = try #require(HTTPField.Name("Content-Digest"))
            let other = Data(Digest.sha256([1])).base64EncodedString()
            #expect(try await room.send(DiagnosisDevice.log, to: url, headers: [digest: "sha-256=:\(other):"]).status == .unprocessableContent)
            let right = [sha256: Hex.encode(Digest.sha256(DiagnosisDevice.log))] as HTTPFields
            #expect(try await room.send(DiagnosisDevice.log, to: url, headers: right).status == .created)
        }
    }

    @Test(arguments: ["0-9", "9-0/20", "0-20/20", "a-b/c", "0-9/*", "-5/20"])
    func rangesThatSayNothingAreMalformed(range: String) async throws {
        try await DiagnosisDevice.run { room in
            _ = try await room.make()
            let url = try #require(try await room.poll().first).uploadURL
            #expect(try await room.send(Array(repeating: 1, count: 10), to: url, range: range).status == .badRequest)
        }
    }

    @Test func largeFilesAreRefusedBeforeTheyCome() async throws {
        try await DiagnosisDevice.run { room in
            let option = DiagnosisOption(largestMegabytes: 1)
            try await room.console.server.diagnosis.set(option, of: "demo", by: .local)
            _ = try await room.make()
            let url = try #require(try await room.poll().first).uploadURL
            #expect(try await room.send(Self.long, to: url).status == .contentTooLarge)
            #expect(try await room.send([1], to: url, range: "0-0/2000000").status == .contentTooLarge)
        }
    }

    @Test func addressesThatWereNotGivenOutAreNotFound() async throws {
        try await DiagnosisDevice.run { room in
            let task = try await room.make().json(DiagnosisDevice.Task.self)
            let url = try #require(try await room.poll().first).uploadURL
            let guessed = url.dropLast(4) + "0000"
            #expect(try await room.send([1], to: String(guessed)).status == .notFound)
            #expect(try await room.console.api(.delete, "\(DiagnosisDevice.path)/\(task.id)").status == .noContent)
            #expect(try await room.send([1], to: url).status == .notFound)
        }
    }

    @Test func nothingOfAFileStandsOnTheDiskInClear() async throws {
        try await DiagnosisDevice.run { room in
            _ = try await room.finished()
            let folder = URL(fileURLWithPath: room.console.server.settings.data)
            // What stands there for a moment goes with its last holder, on another thread.
            try await Task.sleep(for: .milliseconds(300))
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            let needle = Data("slow 你好".utf8)
            while let file = files?.nextObject() as? URL {
                guard let bytes = try? Data(contentsOf: file) else { continue }
                #expect(bytes.range(of: needle) == nil, "\(file.lastPathComponent)")
            }
        }
    }

    @Test func whatIsNoLongerKeptIsGone() async throws {
        try await DiagnosisDevice.run { room in
            let done = try await room.finished()
            room.console.clock.advance(by: 31 * 86_400)
            try await room.console.server.diagnosis.sweep()
            let gone = try await room.task(done.id)
            #expect(gone.state == "done")
            #expect(gone.parts[0].log == nil)
            #expect(try await room.console.api(.get, "\(DiagnosisDevice.path)/\(done.id)/files/\(done.parts[0].id)").status == .notFound)
            #expect(try await room.console.api(.get, "\(DiagnosisDevice.path)/\(done.id)/logs/\(done.parts[0].id)").status == .notFound)
        }
    }

    @Test func erasingADeviceTakesItsTasks() async throws {
        try await DiagnosisDevice.run { room in
            let done = try await room.finished()
            let erased = TelemetryErasureTask(id: "e", field: .device, value: DiagnosisDevice.device)
            try await room.console.server.diagnosis.erase(erased, of: "demo")
            #expect(try await room.console.api(.get, "\(DiagnosisDevice.path)/\(done.id)").status == .notFound)
            let pieces = try await room.console.server.database.read { try $0.value("SELECT count(*) FROM diagnosis_piece", as: Int.self) }
            #expect(pieces == 0)
        }
    }
}

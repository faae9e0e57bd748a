import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Signing
import Storage
import TestSupport
import Testing
import Web

@testable import Console

struct FileIntakeTests {
    private let directory: String
    private let intake: FileIntake

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "intake-\(UUID().uuidString)/incoming").path
        intake = try FileIntake(directory: directory)
    }

    private var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: directory) }
    }

    /// A request that brings these pieces, and then an end or an error.
    private func request(_ pieces: [ByteBuffer], _ headers: HTTPFields = [:], failing: Bool = false) -> Request {
        let stream = AsyncThrowingStream { continuation in
            for piece in pieces { continuation.yield(piece) }
            failing ? continuation.finish(throwing: FileIntakeFailure()) : continuation.finish()
        }
        return Request(
            head: HTTPRequest(method: .put, scheme: "http", authority: "localhost", path: "/", headerFields: headers),
            body: RequestBody(asyncSequence: stream)
        )
    }

    private func gone() async throws -> Bool {
        try await eventually { try files.isEmpty }
    }

    @Test func aBodyBecomesAFileOfItsOwner() async throws {
        let bytes = Random.bytes(3 << 20)
        let pieces = stride(from: 0, to: bytes.count, by: 70_000).map { ByteBuffer(bytes: bytes[$0..<min($0 + 70_000, bytes.count)]) }
        do {
            let upload = try await intake.take(request(pieces), upTo: bytes.count, name: "a.zip")
            #expect(upload.size == bytes.count && upload.sha256 == BlobID(of: bytes) && upload.name == "a.zip")
            #expect(try Data(contentsOf: URL(fileURLWithPath: upload.path)) == Data(bytes))
            #expect(try FileManager.default.attributesOfItem(atPath: upload.path)[.posixPermissions] as? Int == 0o600)
            #expect(upload.path.hasPrefix(directory + "/") && upload.path.hasSuffix(".part"))
        }
        #expect(try await gone())
    }

    @Test func anEmptyBodyIsAnEmptyFile() async throws {
        let upload = try await intake.take(request([]), upTo: 0)
        #expect(upload.size == 0 && upload.sha256 == BlobID(of: []))
        #expect(try Data(contentsOf: URL(fileURLWithPath: upload.path)).isEmpty)
    }

    @Test func whatFailsLeavesNothing() async throws {
        let piece = ByteBuffer(bytes: Random.bytes(2 << 20))
        await #expect(throws: Problem.tooLarge(3 << 20)) { try await intake.take(request([piece, piece]), upTo: 3 << 20) }
        await #expect(throws: Problem(.malformed, "web.body.cut")) { try await intake.take(request([piece], failing: true), upTo: 8 << 20) }
        await #expect(throws: Problem(.malformed, "web.body.cut")) {
            try await intake.take(request([piece], [.contentLength: "\(3 << 20)"]), upTo: 8 << 20)
        }
        #expect(try await gone())
        await #expect(throws: Problem.tooLarge(10)) { try await intake.take(request([], [.contentLength: "11"]), upTo: 10) }
        #expect(try files.isEmpty)
    }

    @Test func aFullDiskIsAProblem() throws {
        let full = #expect(throws: StorageError.self) { try AppendFile("/dev/full", length: 0).write([1], at: 0) }
        #expect(FileIntake.explained(try #require(full)) as? Problem == Problem(.unavailable, "files.full", retryAfter: 60))
        #expect(FileIntake.explained(StorageError.disk("x")) as? StorageError == .disk("x"))
    }

    @Test func leftoversAreClearedAtTheStart() throws {
        for name in ["left.part", "note.txt"] { try Data([1]).write(to: URL(fileURLWithPath: "\(directory)/\(name)")) }
        _ = try FileIntake(directory: directory)
        #expect(try files == ["note.txt"])
    }

    @Test func whatABlobStoreTookOverStays() async throws {
        let blobs = DirectoryBlobs(directory: directory + "/../objects")
        let id: BlobID
        do {
            let upload = try await intake.take(request([ByteBuffer(bytes: [1, 2, 3])]), upTo: 3)
            try await blobs.adopt(file: upload.path, sha256: upload.sha256)
            id = upload.sha256
        }
        #expect(try await gone())
        #expect(try await blobs.read(id) == [1, 2, 3])
    }

    /// A form of 8 MB: only its end has to be held.
    @Test func aFormsFileIsTakenToo() async throws {
        let bytes = Random.bytes(8 << 20)
        var form = ByteBuffer(string: "--b\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\nt\r\n")
        form.writeString("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"模块.zip\"\r\nContent-Type: application/zip\r\n\r\n")
        form.writeBytes(bytes)
        form.writeString("\r\n--b--\r\n")
        var pieces: [ByteBuffer] = []
        while let piece = form.readSlice(length: min(65_521, form.readableBytes)), piece.readableBytes > 0 { pieces.append(piece) }
        let (fields, file) = try await request(pieces, [.contentType: "multipart/form-data; boundary=b"]).formWithFile("file", upTo: 8 << 20)
        let upload = try await intake.take(try #require(file))
        #expect(fields["csrf"] == "t" && upload.name == "模块.zip" && upload.sha256 == BlobID(of: bytes))
    }
}

private struct FileIntakeFailure: Error {}

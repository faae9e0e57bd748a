import Foundation
import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore
import Signing
import Storage
import Testing
import Web

@testable import Console

struct FileDownloadTests {
    private let blobs = DirectoryBlobs(directory: FileManager.default.temporaryDirectory.appending(path: "download-\(UUID().uuidString)").path)

    private func ask(_ id: BlobID, _ size: Int, _ headers: HTTPFields = [:]) async throws -> Response {
        let head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/", headerFields: headers)
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        return try await FileDownload(blobs: blobs).response(blob: id, size: size, name: "包 1.zip", type: "application/zip", request: request)
    }

    private func bytes(_ response: Response) async throws -> [[UInt8]] {
        let collector = FileDownloadCollector()
        try await response.body.write(collector)
        return collector.pieces.withLockedValue { $0 }
    }

    @Test func aBlobIsSentInPieces() async throws {
        let content = Random.bytes((2 << 20) + 5)
        let id = try await blobs.put(content)
        let response = try await ask(id, content.count)
        #expect(response.status == .ok && response.headers[.eTag] == "\"\(id)\"" && response.headers[.contentLength] == "\(content.count)")
        #expect(response.headers[.contentDisposition] == "attachment; filename=\"_ 1.zip\"; filename*=UTF-8''%E5%8C%85%201.zip")
        let pieces = try await bytes(response)
        #expect(pieces.map(\.count) == [1 << 20, 1 << 20, 5])
        #expect(pieces.flatMap { $0 } == content)
    }

    @Test func aCutDownloadGoesOn() async throws {
        let content = Random.bytes(3_000)
        let id = try await blobs.put(content)
        let rest = try await ask(id, 3_000, [.range: "bytes=1000-", .ifRange: "\"\(id)\""])
        #expect(rest.status == .partialContent && rest.headers[.contentRange] == "bytes 1000-2999/3000")
        #expect(try await bytes(rest).flatMap { $0 } == Array(content[1_000...]))
        #expect(try await ask(id, 3_000, [.ifNoneMatch: "\"\(id)\""]).status == .notModified)
        #expect(try await ask(id, 3_000, [.range: "bytes=3000-"]).status == .rangeNotSatisfiable)
    }

    /// Before the head is out somebody can still be told.
    @Test func aLostBlobIsSaidAtOnce() async throws {
        let id = BlobID(of: [1])
        await #expect(throws: BlobError.missing(id)) { try await ask(id, 1) }
        _ = try await blobs.put([1])
        await #expect(throws: BlobError.missing(id)) { try await ask(id, 2) }
    }
}

private struct FileDownloadCollector: ResponseBodyWriter {
    let pieces = NIOLockedValueBox<[[UInt8]]>([])

    mutating func write(_ part: ByteBuffer) async throws {
        pieces.withLockedValue { $0.append([UInt8](buffer: part)) }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

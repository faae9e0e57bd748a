import Foundation
import NIOPosix
import Signing

/// A file on its way up in parts; nobody sees it before the last step.
struct S3Upload {
    let client: S3Client
    let id: BlobID
    let path: String
    let size: Int

    private struct Part {
        let number: Int
        let etag: String
    }

    /// Returns when the object is there. After an error the store forgets the parts, as far as it can be reached.
    func run() async throws {
        let upload = try await begin()
        do {
            try await complete(upload, try await send(upload))
        } catch {
            // In a task of its own, because this one may be cancelled.
            await Task { _ = try? await client.ask(S3Question(.DELETE, id.place, query: [("uploadId", upload)])) }.value
            throw error
        }
    }

    private func begin() async throws -> String {
        let answer = try await client.ask(
            S3Question(.POST, id.place, query: [("uploads", "")], headers: [("content-type", "application/octet-stream")])
        )
        guard answer.status == 200, let upload = S3Element.read(answer.body)?["UploadId"], !upload.isEmpty else {
            throw client.unavailable(answer.refusal)
        }
        return upload
    }

    /// One after the other: a node holds one part in memory. What was sent is hashed, so a file that changed meanwhile is not completed.
    private func send(_ upload: String) async throws -> [Part] {
        let digest = Digest.Stream(.sha256)
        var parts: [Part] = []
        for start in stride(from: 0, to: size, by: BlobLimits.piece) {
            let count = min(BlobLimits.piece, size - start)
            let piece = try await NIOThreadPool.singleton.runIfActive { [path] in try AppendFile.read(path, at: start, count: count) }
            digest.update(piece)
            parts.append(try await send(piece, number: parts.count + 1, upload))
        }
        guard BlobID(digest: digest.finish()) == id else { throw BlobError.damaged(id, "the \(size) bytes of \(path) have another digest") }
        return parts
    }

    private func send(_ piece: [UInt8], number: Int, _ upload: String) async throws -> Part {
        let answer = try await client.ask(S3Question(.PUT, id.place, query: [("partNumber", "\(number)"), ("uploadId", upload)], body: piece))
        guard answer.status == 200, let etag = answer.headers.first(name: "ETag") else { throw client.unavailable(answer.refusal) }
        return Part(number: number, etag: etag)
    }

    /// S3 may begin a good answer and put an error into it. Where the answer was lost, a second attempt finds no upload, but the object.
    private func complete(_ upload: String, _ parts: [Part]) async throws {
        let lines = parts.map { "<Part><PartNumber>\($0.number)</PartNumber><ETag>\(Self.escaped($0.etag))</ETag></Part>" }
        let body = Array("<CompleteMultipartUpload>\(lines.joined())</CompleteMultipartUpload>".utf8)
        let answer = try await client.ask(S3Question(.POST, id.place, query: [("uploadId", upload)], body: body))
        if answer.status == 200, answer.code == nil { return }
        let found = try await client.ask(S3Question(.HEAD, id.place))
        guard found.status == 200, found.headers.first(name: "Content-Length") == "\(size)" else { throw client.unavailable(answer.refusal) }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}

import Foundation
import NIOPosix
import Signing

/// Blobs as objects `<prefix>/ab/cdef…` of an S3-compatible store (path-style addresses), for any number of nodes.
///
/// S3 shows an object only when the whole of it has arrived and its digest is right, and reads see what was written before.
public struct S3Blobs: Blobs {
    private let client: S3Client
    /// Larger files go up in parts.
    static let onePiece = 16 << 20

    public init(_ place: S3Place, _ key: S3Key) {
        self.init(place, key, S3Patience())
    }

    init(_ place: S3Place, _ key: S3Key, _ patience: S3Patience) {
        client = S3Client(place, key, patience)
    }

    public func put(_ bytes: [UInt8]) async throws -> BlobID {
        guard bytes.count <= BlobLimits.inMemory else { throw BlobError.tooLarge(bytes.count) }
        let digest = Digest.sha256(bytes)
        let id = BlobID(digest: digest)
        try await put(bytes, digest, id)
        return id
    }

    public func put(file path: String, sha256 id: BlobID) async throws {
        let size = try BlobFile.size(path)
        guard size <= Self.onePiece else {
            if try await self.size(id) == size { return }
            return try await S3Upload(client: client, id: id, path: path, size: size).run()
        }
        let bytes = try await NIOThreadPool.singleton.runIfActive { try AppendFile.read(path, at: 0, count: size) }
        let digest = Digest.sha256(bytes)
        guard BlobID(digest: digest) == id else { throw BlobError.damaged(id, "the \(size) bytes of \(path) have another digest") }
        try await put(bytes, digest, id)
    }

    public func adopt(file path: String, sha256 id: BlobID) async throws {
        try await put(file: path, sha256: id)
        try await NIOThreadPool.singleton.runIfActive { _ = unlink(path) }
    }

    public func localPath(_ id: BlobID) async throws -> String? { nil }

    /// Only what is not there yet is written. A store that does not know the condition takes the same object again, which is as good.
    private func put(_ bytes: [UInt8], _ digest: [UInt8], _ id: BlobID) async throws {
        let isConditional = client.takesConditions
        var headers = [("content-type", "application/octet-stream"), ("x-amz-checksum-sha256", Data(digest).base64EncodedString())]
        if isConditional { headers.append(("if-none-match", "*")) }
        let answer = try await client.ask(S3Question(.PUT, id.place, headers: headers, body: bytes, payload: id.text))
        switch answer.status {
        case 200..<300, 412: return
        case 501 where isConditional:
            client.takesConditions = false
            try await put(bytes, digest, id)
        default: throw refused(answer, id)
        }
    }

    public func read(_ id: BlobID) async throws -> [UInt8] {
        do {
            let answer = try await client.ask(S3Question(.GET, id.place, limit: BlobLimits.inMemory))
            guard answer.status == 200 else { throw refused(answer, id) }
            try id.verify(answer.body)
            return answer.body
        } catch let error as S3TooLong {
            throw BlobError.tooLarge(error.size)
        }
    }

    public func read(_ id: BlobID, _ range: Range<Int>) async throws -> [UInt8] {
        guard range.count <= BlobLimits.inMemory else { throw BlobError.tooLarge(range.count) }
        if range.isEmpty { return [] }
        let headers = [("range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)")]
        do {
            let answer = try await client.ask(S3Question(.GET, id.place, headers: headers, limit: range.count))
            guard answer.status == 206 || answer.status == 416 else { throw refused(answer, id) }
            guard answer.body.count == range.count, answer.status == 206 else { throw BlobError.damaged(id, "it ends before \(range.upperBound)") }
            return answer.body
        } catch is S3TooLong {
            throw client.unavailable("it answered more than it was asked for")
        }
    }

    public func size(_ id: BlobID) async throws -> Int? {
        let answer = try await client.ask(S3Question(.HEAD, id.place))
        if answer.status == 404 { return nil }
        guard answer.status == 200 else { throw refused(answer, id) }
        guard let size = answer.headers.first(name: "Content-Length").flatMap(Int.init), size >= 0 else {
            throw client.unavailable("it does not say how long an object is")
        }
        return size
    }

    /// Piece by piece: a connection that is cut costs one piece.
    public func download(_ id: BlobID, to path: String) async throws {
        guard let size = try await size(id) else { throw BlobError.missing(id) }
        try await BlobFile.make(path) { file in
            let digest = Digest.Stream(.sha256)
            for start in stride(from: 0, to: size, by: BlobLimits.piece) {
                let piece = try await read(id, start..<min(start + BlobLimits.piece, size))
                digest.update(piece)
                try await NIOThreadPool.singleton.runIfActive { try file.write(piece, at: start) }
            }
            guard BlobID(digest: digest.finish()) == id else { throw BlobError.damaged(id, "its \(size) bytes have another digest") }
        }
    }

    public func remove(_ id: BlobID) async throws {
        let answer = try await client.ask(S3Question(.DELETE, id.place))
        guard (200..<300).contains(answer.status) || (answer.status == 404 && answer.code != "NoSuchBucket") else { throw refused(answer, id) }
    }

    public func list(after: BlobID?, limit: Int) async throws -> [BlobListed] {
        if after == nil { try await S3Leftovers(client: client).clear(now: Date()) }
        return try await S3Listing(client: client).blobs(after: after, limit: limit)
    }

    private func refused(_ answer: S3Answer, _ id: BlobID) -> any Error {
        answer.status == 404 && answer.code != "NoSuchBucket" ? BlobError.missing(id) : client.unavailable(answer.refusal)
    }
}

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

extension RemoteConsole {
    /// Fetches a file. It grows as `<path>.part` and gets its name when the whole of it is there with the right digest; what a command left
    /// that ended half-way is gone on with, if the console still has the same.
    /// - Parameter progress: bytes that are there, as they come; less than before when it starts over.
    /// - Throws: ``RemoteError``.
    public func download(
        _ path: RemotePath,
        to file: String,
        expecting facts: RemoteFileFacts,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws {
        // From a command that ended between fetching it and using it.
        if RemotePart.isThere(file, facts) { return progress(facts.size) }
        let part = try RemotePart(of: file, limit: facts.size)
        progress(part.length)
        var (failures, furthest) = (0, part.length)
        while part.length < facts.size {
            do {
                try await RemoteDownload(console: self, path: path, facts: facts, progress: progress).run(part)
            } catch let error as RemoteError where error.isPassing {
                failures = part.length >= furthest + patience.progress ? 1 : failures + 1
                furthest = max(furthest, part.length)
                guard failures < patience.attempts else { throw error }
                try await patience.pause(after: failures, error)
            }
        }
        try part.finish(sha256: facts.sha256, name: facts.name)
    }
}

/// What the console said of a file beforehand.
public struct RemoteFileFacts: Sendable {
    /// For messages.
    public let name: String
    /// Bytes.
    public let size: Int
    /// In hex.
    public let sha256: String

    public init(name: String, size: Int, sha256: String) {
        self.name = name
        self.size = size
        self.sha256 = sha256
    }
}

/// One request for a file, or for what is missing of it.
private struct RemoteDownload {
    let console: RemoteConsole
    let path: RemotePath
    let facts: RemoteFileFacts
    let progress: @Sendable (Int) -> Void

    func run(_ part: RemotePart) async throws {
        let response = try await console.open(RemoteQuestion(.GET, path, headers: headers(part)))
        switch response.status.code {
        case 206 where try continues(part, response.headers): break
        case 206, 416:
            // It has another file now, or does not know what it said before: from the start next time.
            let wasEmpty = part.length == 0
            try part.restart(etag: nil)
            throw wasEmpty ? RemoteError.unreadable(console.address, "\(path)") : .unreachable(console.address, "it has another file now")
        case 200: try part.restart(etag: Self.strong(response.headers))
        default: throw await console.refusal(response)
        }
        try await receive(response, part)
    }

    private func headers(_ part: RemotePart) -> [(String, String)] {
        guard part.length > 0, let etag = part.etag else { return [] }
        return [("Range", "bytes=\(part.length)-"), ("If-Range", etag)]
    }

    private func continues(_ part: RemotePart, _ headers: HTTPHeaders) throws -> Bool {
        guard part.length > 0, Self.strong(headers).map({ $0 == part.etag }) ?? true else { return false }
        return headers.first(name: "Content-Range") == "bytes \(part.length)-\(facts.size - 1)/\(facts.size)"
    }

    /// A weak one says nothing about bytes (RFC 9110, 8.8.1).
    private static func strong(_ headers: HTTPHeaders) -> String? {
        headers.first(name: "ETag").flatMap { $0.wholeMatch(of: #/"[!-~&&[^"]]{0,200}"/#) == nil ? nil : $0 }
    }

    private func receive(_ response: HTTPClientResponse, _ part: RemotePart) async throws {
        if let length = response.headers.first(name: "Content-Length").flatMap(Int.init), part.length + length != facts.size {
            throw try wrongSize(part, got: part.length + length)
        }
        do {
            for try await chunk in response.body {
                guard part.length + chunk.readableBytes <= facts.size else { throw try wrongSize(part, got: part.length + chunk.readableBytes) }
                try part.write(Array(buffer: chunk))
                progress(part.length)
            }
        } catch {
            throw console.failure(error)
        }
        // Without a length the end of the connection is the end of the file.
        guard part.length == facts.size else { throw RemoteError.unreachable(console.address, "the connection ended early") }
    }

    private func wrongSize(_ part: RemotePart, got: Int) throws -> RemoteError {
        try part.discard()
        return .wrongSize(facts.name, announced: facts.size, got: got)
    }
}

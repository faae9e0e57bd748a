import HTTPTypes
import Hummingbird
import NIOCore

@testable import Web

/// Multipart forms as browsers write them, in pieces of any size.
struct MultipartSample {
    static let boundary = "----WebKitFormBoundary7MA4YWxkTrZu0gW"
    static let contentType = "multipart/form-data; boundary=\(boundary)"

    var bytes: [UInt8] = []

    /// - Parameter more: of the line `Content-Disposition`.
    mutating func add(_ name: String, _ value: [UInt8], file: String? = nil, more: String = "") {
        let fileName = file.map { "; filename=\"\($0)\"\r\nContent-Type: application/zip" } ?? ""
        bytes +=
            Array("--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\(more)\(fileName)\r\n\r\n".utf8) + value
            + Array("\r\n".utf8)
    }

    mutating func end() {
        bytes += Array("--\(Self.boundary)--\r\n".utf8)
    }

    static func form(_ fields: [(String, String)], file: [UInt8]?, name: String = "a.zip") -> [UInt8] {
        var sample = MultipartSample()
        for (name, value) in fields { sample.add(name, Array(value.utf8)) }
        if let file { sample.add("file", file, file: name) }
        sample.end()
        return sample.bytes
    }

    /// A request that brings the bytes in these pieces.
    static func request(_ bytes: [UInt8], sizes: () -> Int = { 65_536 }, type: String = contentType, length: Int? = nil) -> Request {
        var (pieces, rest) = ([ByteBuffer](), bytes[...])
        while !rest.isEmpty {
            let piece = rest.prefix(max(sizes(), 1))
            pieces.append(ByteBuffer(bytes: piece))
            rest = rest.dropFirst(piece.count)
        }
        var headers: HTTPFields = [.contentType: type]
        if let length { headers[.contentLength] = "\(length)" }
        let stream = AsyncStream { continuation in
            for piece in pieces { continuation.yield(piece) }
            continuation.finish()
        }
        return Request(
            head: HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/", headerFields: headers),
            body: RequestBody(asyncSequence: stream)
        )
    }

    /// All parts: name, file's name and bytes.
    static func read(_ request: Request, upTo limit: Int = 1 << 24, _ limits: MultipartLimits = MultipartLimits()) async throws -> [Part] {
        let reader = try MultipartReader(request, try UploadBody(request, upTo: limit), limits)
        var parts: [Part] = []
        while let header = try await reader.next() {
            var bytes: [UInt8] = []
            while let piece = try await reader.piece() { bytes += piece.readableBytesView }
            parts.append(Part(name: header.name, fileName: header.fileName, bytes: bytes))
        }
        return parts
    }

    struct Part: Equatable {
        let name: String
        let fileName: String?
        let bytes: [UInt8]
    }
}

/// The same numbers in every run (xorshift64, Marsaglia 2003).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// - Parameter seed: anything but 0.
    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}

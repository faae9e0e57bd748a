import Gzip
import Hummingbird
import NIOCore
import NIOHTTP1

extension Request {
    /// The whole body, unpacked when it came as gzip.
    /// - Throws: `tooLarge` over `limit` bytes before or after unpacking, `malformed` for broken gzip.
    public func bytes(upTo limit: Int) async throws -> [UInt8] {
        let bytes = try await packedBytes(upTo: limit)
        return try isPacked ? unpack(bytes, limit) : bytes
    }

    /// The whole body as it was sent.
    /// - Throws: `tooLarge` over `limit` bytes, `malformed` when the connection ends before the body does.
    public func packedBytes(upTo limit: Int) async throws -> [UInt8] {
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit { throw Problem.tooLarge(limit) }
        do {
            return [UInt8](buffer: try await body.collect(upTo: limit))
        } catch is NIOTooManyBytesError {
            throw Problem.tooLarge(limit)
        } catch is HTTPParserError {
            throw Problem(.malformed, "web.body.cut")
        }
    }

    /// Whether the body is gzip.
    /// - Throws: `malformed` for any other packing.
    public var isPacked: Bool {
        get throws {
            switch headers[.contentEncoding]?.lowercased() {
            case nil, "identity": false
            case "gzip", "x-gzip": true
            default: throw Problem(.malformed, "web.encoding")
            }
        }
    }

    private func unpack(_ bytes: [UInt8], _ limit: Int) throws -> [UInt8] {
        do {
            return try Gzip.decompress(bytes, limit: limit)
        } catch {
            switch error {
            case .tooLarge, .ratio: throw Problem.tooLarge(limit)
            default: throw Problem(.malformed, "web.gzip")
            }
        }
    }
}

extension Problem {
    /// More bytes than the route takes.
    public static func tooLarge(_ limit: Int) -> Problem {
        Problem(.tooLarge, "web.tooLarge", ["limit": ReaderFormatter.grouped(Int64(limit))])
    }
}

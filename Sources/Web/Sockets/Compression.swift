import Gzip
import HTTPTypes
import Hummingbird
import NIOCore

/// Packs answers with gzip for those who accept it. Behind Hummingbird's HTTP types NIO's own compression does not fit.
public struct Compression: RouterMiddleware {
    public init() {}

    public func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws -> Response {
        var response = try await next(request, context)
        guard isWorthIt(response) else { return response }
        response.headers[.vary] = "Accept-Encoding"
        guard accepts(request) else { return response }
        response.headers[.contentEncoding] = "gzip"
        response.headers[.contentLength] = nil
        if let tag = response.headers[.eTag], !tag.hasPrefix("W/") { response.headers[.eTag] = "W/\(tag)" }
        response.body = response.body.contentLength == nil ? streamed(response.body) : try await whole(&response)
        return response
    }

    private func isWorthIt(_ response: Response) -> Bool {
        guard response.status == .ok || response.status.code >= 400, response.headers[.contentEncoding] == nil else { return false }
        // Parts of it are asked for by their place.
        guard response.headers[.acceptRanges] == nil else { return false }
        let type = response.headers[.contentType] ?? ""
        let packs = ["text/", "application/json", "application/problem+json", "image/svg+xml"].contains { type.hasPrefix($0) }
        return packs && (response.body.contentLength.map { $0 > 512 } ?? true)
    }

    private func accepts(_ request: Request) -> Bool {
        guard request.method != .head, let codings = request.headers[.acceptEncoding] else { return false }
        return codings.lowercased().split(separator: ",").contains { coding in
            let parts = coding.split(separator: ";").map { $0.filter { $0 != " " } }
            return parts.first == "gzip" && !parts.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
        }
    }

    private func whole(_ response: inout Response) async throws -> ResponseBody {
        let packed = try Gzip.compress(try await response.collectBody(), level: 4)
        return ResponseBody(byteBuffer: ByteBuffer(bytes: packed))
    }

    private func streamed(_ body: ResponseBody) -> ResponseBody {
        ResponseBody { writer in
            try await body.write(PackingWriter(parent: writer, deflater: try Deflater(level: 4)))
        }
    }
}

/// Each part is flushed, so that events and long exports arrive as they are written.
private struct PackingWriter: ResponseBodyWriter {
    var parent: any ResponseBodyWriter
    let deflater: Deflater

    mutating func write(_ part: ByteBuffer) async throws {
        let packed = try deflater.write([UInt8](buffer: part)) + deflater.flush()
        try await parent.write(ByteBuffer(bytes: packed))
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await parent.write(ByteBuffer(bytes: deflater.finish()))
        try await parent.finish(trailingHeaders)
    }
}

import Gzip
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import Web

struct CompressionTests {
    private static let long = String(repeating: "All work and no play. ", count: 100)

    /// A router with one route that answers with `response`.
    private func site(_ response: @escaping @Sendable () -> Response) throws -> SampleSite {
        try SampleSite { router in router.get("packed") { _, _ in response() } }
    }

    private func response(_ type: String = "text/plain", _ text: String = long, status: HTTPResponse.Status = .ok) -> Response {
        Response(status: status, headers: [.contentType: type, .eTag: "\"v1\""], body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    @Test(arguments: ["gzip", "br, gzip;q=0.5", "deflate, GZIP", "gzip; q=1.0"]) func thoseWhoTakeItGetIt(accepted: String) async throws {
        let response = response()
        let answer = try await site { response }.ask(.get, "/packed", [.acceptEncoding: accepted])
        #expect(answer.headers[.contentEncoding] == "gzip")
        #expect(answer.headers[.vary] == "Accept-Encoding")
        #expect(answer.headers[.eTag] == "W/\"v1\"")
        #expect(answer.headers[.contentLength] == "\(answer.body.readableBytes)")
        #expect(try Gzip.decompress([UInt8](buffer: answer.body), limit: 1 << 20) == Array(Self.long.utf8))
    }

    @Test(arguments: [nil, "", "br", "gzip;q=0", "gzip; q=0.0", "identity"] as [String?]) func othersGetItPlain(accepted: String?) async throws {
        let response = response()
        let answer = try await site { response }.ask(.get, "/packed", accepted.map { [.acceptEncoding: $0] } ?? [:])
        #expect(answer.headers[.contentEncoding] == nil)
        #expect(answer.headers[.vary] == "Accept-Encoding")
        #expect(answer.headers[.eTag] == "\"v1\"")
        #expect(answer.text == Self.long)
    }

    @Test func whatDoesNotPackIsLeftAlone() async throws {
        for plain in [response("image/png"), response("text/plain", "short"), response("text/plain", Self.long, status: .partialContent)] {
            let answer = try await site { plain }.ask(.get, "/packed", [.acceptEncoding: "gzip"])
            #expect(answer.headers[.contentEncoding] == nil)
            #expect(answer.headers[.vary] == nil)
        }
    }

    @Test func problemsArePackedToo() async throws {
        let answer = try await site { Response(status: .ok) }.ask(.get, "/packed", [.acceptEncoding: "gzip"])
        #expect(answer.status == .ok)
        let refused = response("application/problem+json", Self.long, status: .notFound)
        #expect(try await site { refused }.ask(.get, "/packed", [.acceptEncoding: "gzip"]).headers[.contentEncoding] == "gzip")
    }

    /// Every part of a stream can be read before the next one is written.
    @Test func partsOfAStreamAreFlushed() async throws {
        let stream = Response(
            status: .ok,
            headers: [.contentType: "text/event-stream"],
            body: ResponseBody { writer in
                for part in ["one ", "two ", "three"] { try await writer.write(ByteBuffer(string: part)) }
                try await writer.finish(nil)
            }
        )
        let packed = try await Compression().handle(.sample(.get, "/", [.acceptEncoding: "gzip"]), context: .sample()) { _, _ in stream }
        let parts = Parts()
        try await packed.body.write(parts)
        let inflater = try Inflater(Expansion(limit: 1_000))
        let texts = try parts.list.withLockedValue { $0 }.map { String(decoding: try inflater.write($0), as: UTF8.self) }
        #expect(texts == ["one ", "two ", "three", ""])
    }
}

/// Keeps what is written, part by part.
private struct Parts: ResponseBodyWriter {
    let list = NIOLockedValueBox<[[UInt8]]>([])

    mutating func write(_ part: ByteBuffer) async throws {
        list.withLockedValue { $0.append([UInt8](buffer: part)) }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

import Gzip
import HTTPTypes
import Testing

@testable import Web

/// JSON and packed bodies as the API takes them.
struct InputReaderTests {
    private let site: SampleSite

    init() throws {
        site = try SampleSite()
    }

    private func order(_ body: String) async throws -> [String: Any] {
        try await site.ask(.post, "/api/v1/orders", .token, body: body).object()
    }

    @Test func understoodInputComesBack() async throws {
        let answer = try await site.ask(
            .post,
            "/api/v1/orders",
            .token,
            body: #"{"lines":[{"item":"a","count":2}],"kind":"small","due":"2026-11-21T13:35:00+08:00"}"#
        )
        #expect(answer.status == .ok)
        #expect(answer.text == #"{"due":"2026-11-21T13:35:00+08:00","kind":"small","lines":[{"count":2,"item":"a"}]}"#)
    }

    @Test(arguments: [
        (#"{"kind":"small"}"#, "/lines"), (#"{"lines":[],"kind":"huge"}"#, "/kind"), (#"{"lines":[],"kind":null}"#, "/kind"),
        (#"{"lines":[{"item":"a","count":"2"}],"kind":"small"}"#, "/lines/0/count"), (#"{"lines":[{"item":"a"}],"kind":"small"}"#, "/lines/0/count"),
        (#"{"lines":[{"item":"a","count":1.5}],"kind":"small"}"#, "/lines/0/count"),
        (#"{"lines":[{"item":"a","count":99999999999999999999}],"kind":"small"}"#, "/lines/0/count"), (#"{"lines":{},"kind":"small"}"#, "/lines"),
        (#"{"lines":[],"kind":"small","due":"yesterday"}"#, "/due"), ("[]", ""), ("", "/lines"),
    ])
    func rejectedInputIsPointedAt(body: String, pointer: String) async throws {
        let problem = try await order(body)
        #expect(problem["status"] as? Int == 422)
        let errors = try #require(problem["errors"] as? [[String: String]])
        #expect(errors.map { $0["pointer"] } == [pointer])
    }

    @Test(arguments: ["{", "nonsense", "{\"lines\":[}", "\u{FEFF}{", String(repeating: "[", count: 5_000)]) func whatIsNoJSONIsMalformed(
        body: String
    ) async throws {
        #expect(try await order(body)["status"] as? Int == 400)
    }

    /// SQLite's texts end at U+0000.
    @Test func aNullCharacterIsMalformed() async throws {
        #expect(try await order(#"{"lines":[{"item":"a\u0000b","count":1}],"kind":"small"}"#)["status"] as? Int == 400)
        let escaped = try await order(#"{"lines":[{"item":"a\\u0000b","count":1}],"kind":"small"}"#)
        #expect((escaped["lines"] as? [[String: Any]])?.first?["item"] as? String == #"a\u0000b"#)
    }

    @Test func gzipIsUnpacked() async throws {
        let packed = try Gzip.compress(Array(#"{"lines":[],"kind":"large"}"#.utf8))
        let answer = try await site.ask(.post, "/api/v1/orders", .token.adding(.contentEncoding, "gzip"), bytes: packed)
        #expect(answer.text == #"{"kind":"large","lines":[]}"#)
    }

    @Test(arguments: ["2026-11-21T05:35:00Z", "2026-11-21T13:35:00.250+08:00"]) func timesMayHaveAFraction(time: String) async throws {
        let answer = try await order(#"{"lines":[],"kind":"small","due":"\#(time)"}"#)
        #expect(answer["due"] as? String == "2026-11-21T13:35:00+08:00")
    }

    @Test(arguments: [("gzip", "not gzip"), ("br", "{}"), ("deflate", "{}")]) func anUnknownPackingIsMalformed(
        coding: String,
        body: String
    ) async throws {
        let answer = try await site.ask(.post, "/api/v1/orders", .token.adding(.contentEncoding, coding), body: body)
        #expect(answer.status == .badRequest)
    }

    @Test func tooMuchIsRefusedPackedOrNot() async throws {
        let large = [UInt8](repeating: 0x20, count: InputReader.bodyLimit + 1)
        #expect(try await site.ask(.post, "/api/v1/orders", .token, bytes: large).status == .contentTooLarge)
        let packed = try Gzip.compress([UInt8](repeating: 0x20, count: 64 << 20))
        #expect(try await site.ask(.post, "/api/v1/orders", .token.adding(.contentEncoding, "gzip"), bytes: packed).status == .contentTooLarge)
    }

    @Test(arguments: [("?limit=0", "/limit"), ("?limit=x", "/limit"), ("?kind=huge", "/kind"), ("?cursor=!", "/cursor")])
    func aRejectedQueryIsPointedAt(query: String, pointer: String) async throws {
        let problem = try await site.ask(.get, "/api/v1/items\(query)", .token).object()
        #expect((problem["errors"] as? [[String: String]])?.first?["pointer"] == pointer)
    }
}

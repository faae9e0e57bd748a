import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Web

struct ServedFileTests {
    private let site: SampleSite

    init() throws {
        site = try SampleSite()
    }

    private func ask(_ headers: HTTPFields = [:], _ method: HTTPRequest.Method = .get, on path: String = "/items/a/file") async throws -> TestResponse
    {
        var all = HTTPFields.admin
        for field in headers { all[field.name] = field.value }
        return try await site.ask(method, path, all)
    }

    @Test(arguments: ["/items/a/file", "/api/v1/items/a/file"]) func theWholeIsSentInPieces(path: String) async throws {
        let answer = try await ask(on: path)
        #expect(answer.status == .ok && answer.text == "abcdefghijklmnopqrstuvwxyz" && answer.headers[.contentLength] == "26")
        #expect(answer.headers[.eTag] == "\"v1\"" && answer.headers[.acceptRanges] == "bytes" && answer.headers[.cacheControl] == "private, no-cache")
        #expect(answer.headers[.contentDisposition] == "attachment; filename=\"_ a.txt\"; filename*=UTF-8''%E5%AD%97%20a.txt")
    }

    @Test(arguments: [
        ("bytes=0-0", "a", "bytes 0-0/26"), ("bytes=3-9", "defghij", "bytes 3-9/26"), ("Bytes=20-", "uvwxyz", "bytes 20-25/26"),
        ("bytes=-3", "xyz", "bytes 23-25/26"), ("bytes=24-99999999999999999999", "yz", "bytes 24-25/26"),
        ("bytes=-100", "abcdefghijklmnopqrstuvwxyz", "bytes 0-25/26"),
    ])
    func aPartIsSentAlone(range: String, text: String, place: String) async throws {
        let answer = try await ask([.range: range])
        #expect(answer.status == .partialContent && answer.text == text && answer.headers[.contentRange] == place)
        #expect(answer.headers[.contentLength] == "\(text.utf8.count)")
    }

    /// Several ranges may be answered with the whole (RFC 9110, 14.2), and what is no range has to be.
    @Test(arguments: ["bytes=0-1,4-5", "bytes=9-3", "bytes=", "bytes=-", "bytes=a-b", "bytes=1", "lines=0-1", "bytes=1-2-3", "bytes=+1-2", ""])
    func whatCannotBeReadIsNoRange(range: String) async throws {
        let answer = try await ask([.range: range])
        #expect(answer.status == .ok && answer.text.count == 26 && answer.headers[.contentRange] == nil)
    }

    @Test(arguments: ["bytes=26-", "bytes=26-30", "bytes=99999999999999999999-", "bytes=-0"]) func whatLiesBehindTheEndIs416(
        range: String
    ) async throws {
        let answer = try await ask([.range: range])
        #expect(answer.status == .rangeNotSatisfiable && answer.headers[.contentRange] == "bytes */26" && answer.text.isEmpty)
    }

    @Test func aRangeOfAnotherVersionIsTheWhole() async throws {
        #expect(try await ask([.range: "bytes=0-1", .ifRange: "\"v1\""]).status == .partialContent)
        for other in ["\"v0\"", "W/\"v1\"", "Sat, 21 Nov 2026 05:35:00 GMT"] {
            #expect(try await ask([.range: "bytes=0-1", .ifRange: other]).text.count == 26)
        }
    }

    @Test func whoHasItIsToldSo() async throws {
        for known in ["\"v1\"", "W/\"v1\"", "\"v0\", \"v1\"", "*"] {
            let answer = try await ask([.ifNoneMatch: known, .range: "bytes=0-1"])
            #expect(answer.status == .notModified && answer.text.isEmpty && answer.headers[.eTag] == "\"v1\"")
        }
        #expect(try await ask([.ifNoneMatch: "\"v0\""]).status == .ok)
    }

    @Test func theHeadTellsTheLength() async throws {
        let answer = try await ask([.range: "bytes=0-1"], .head)
        #expect(answer.status == .ok && answer.headers[.contentLength] == "26" && answer.text.isEmpty)
        #expect(answer.headers[.acceptRanges] == "bytes" && answer.headers[.eTag] == "\"v1\"")
    }

    /// Packed, the places of bytes would be others.
    @Test func itIsNotPacked() async throws {
        let site = try SampleSite { router in
            router.get("long") { request, _ in
                Response.file(ServedFile(size: 2_000, tag: "v1", type: "text/plain"), for: request) { [UInt8](repeating: 65, count: $0.count) }
            }
        }
        let answer = try await site.ask(.get, "/long", [.acceptEncoding: "gzip"])
        #expect(answer.headers[.contentEncoding] == nil && answer.headers[.eTag] == "\"v1\"" && answer.body.readableBytes == 2_000)
        #expect(answer.headers[.contentDisposition] == nil)
    }

    @Test func anEmptyFileHasNoRanges() {
        #expect(ByteRange("bytes=0-", of: 0) == .unsatisfiable && ByteRange("bytes=-1", of: 0) == .unsatisfiable)
        #expect(ByteRange(nil, of: 0) == .whole)
    }

    @Test func namesThatAreASCIIStandAlone() {
        #expect(ContentDisposition.attachment("a b-1.zip") == "attachment; filename=\"a b-1.zip\"")
        #expect(ContentDisposition.attachment("a\"\r\n;%.zip") == "attachment; filename=\"a_____.zip\"; filename*=UTF-8''a%22%0D%0A%3B%25.zip")
    }
}

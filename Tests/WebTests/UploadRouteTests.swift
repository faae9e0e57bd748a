import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import Web

struct UploadRouteTests {
    private let site: SampleSite

    init() throws {
        site = try SampleSite()
    }

    private func send(
        _ fields: [(String, String)],
        file: [UInt8]?,
        by viewer: HTTPFields = .admin,
        to path: String = "/items/a/file"
    ) async throws -> TestResponse {
        var headers = viewer
        headers[.contentType] = MultipartSample.contentType
        return try await site.ask(.post, path, headers, bytes: MultipartSample.form(fields, file: file))
    }

    @Test func aBodyIsTakenAsItIs() async throws {
        let answer = try await site.ask(.put, "/api/v1/items/a/file", .token, bytes: [UInt8](repeating: 7, count: 90_000))
        #expect(answer.status == .created && answer.headers[.location] == "/api/v1/items/90000")
        #expect(try answer.object()["name"] as? String == "a 90000")
    }

    @Test func whatIsTooLargeOrPackedIsRefused() async throws {
        let large = try await site.ask(.put, "/api/v1/items/a/file", .token, bytes: [UInt8](repeating: 7, count: 100_001))
        #expect(large.status == .contentTooLarge && large.headers[.contentType] == "application/problem+json")
        let packed = try await site.ask(.put, "/api/v1/items/a/file", .token.adding(.contentEncoding, "gzip"), bytes: [1])
        #expect(packed.status == .badRequest)
    }

    @Test func whoMayNotIsToldSo() async throws {
        #expect(try await site.ask(.put, "/api/v1/items/a/file", [:], bytes: [1]).status == .unauthorized)
        #expect(try await site.ask(.put, "/api/v1/items/a/file", .by("reader"), bytes: [1]).status == .forbidden)
        #expect(try await site.ask(.put, "/api/v1/items/a/file", .admin, bytes: [1]).status == .forbidden)
        #expect(try await site.ask(.put, "/api/v1/items/a/file", .admin.adding(.csrfToken, "token-of-session"), bytes: [1]).status == .created)
        #expect(try await site.ask(.put, "/items/a/file", .admin, bytes: [1]).status == .methodNotAllowed)
    }

    /// The key stands for what the head says; the body of a repetition is not looked at.
    @Test func aRepeatedUploadGetsTheFirstAnswer() async throws {
        func post(_ file: [UInt8], boundary: String, key: String? = "k") async throws -> TestResponse {
            var headers = HTTPFields.token.adding(.contentType, "multipart/form-data; boundary=\(boundary)")
            headers[.idempotencyKey] = key
            let form = String(decoding: MultipartSample.form([("name", "n")], file: file), as: UTF8.self)
            return try await site.ask(.post, "/api/v1/files", headers, body: form.replacing(MultipartSample.boundary, with: boundary))
        }
        let first = try await post([65, 66], boundary: "aaaa")
        let again = try await post([65, 66], boundary: "bbbb")
        #expect(first.status == .created && again.status == .created && again.headers[.idempotentReplayed] == "true")
        #expect(again.text == first.text && again.headers[.location] == first.headers[.location])
        #expect(try await post([65, 66, 67], boundary: "cccc").status == .unprocessableContent)
        #expect(try await post([65, 66], boundary: "dddd", key: nil).headers[.idempotentReplayed] == nil)
    }

    @Test func aFormWithAFileRedirects() async throws {
        let answer = try await send([("csrf", "token-of-session"), ("name", "n")], file: [1, 2, 3])
        #expect(answer.status == .seeOther && answer.headers[.location] == "/items/3")
        #expect(answer.headers[values: .setCookie].contains { $0.hasPrefix("flash=") })
    }

    @Test func theFormComesBackWithItsFields() async throws {
        let taken = try await send([("csrf", "token-of-session"), ("name", "taken")], file: [UInt8](repeating: 1, count: 50_000))
        #expect(taken.status == .conflict && taken.text.contains(#"value="taken""#) && taken.text.contains("sample.taken"))
        let empty = try await send([("csrf", "token-of-session"), ("name", "n")], file: nil)
        #expect(empty.status == .unprocessableContent && empty.text.contains("<li>file: (zh) Required</li>") && empty.text.contains(#"value="n""#))
    }

    /// A token of another session, or one that comes behind the file.
    @Test func theTokenIsCheckedBeforeTheFile() async throws {
        #expect(try await send([("csrf", "other"), ("name", "n")], file: [1]).status == .forbidden)
        #expect(try await send([("name", "n")], file: [1]).status == .forbidden)
        var late = MultipartSample()
        late.add("file", [1], file: "a.zip")
        late.add("csrf", Array("token-of-session".utf8))
        late.end()
        let headers = HTTPFields.admin.adding(.contentType, MultipartSample.contentType)
        #expect(try await site.ask(.post, "/items/a/file", headers, bytes: late.bytes).status == .forbidden)
        let foreign = headers.adding(.origin, "https://elsewhere.example")
        #expect(
            try await site.ask(.post, "/items/a/file", foreign, bytes: MultipartSample.form([("csrf", "token-of-session")], file: [1])).status
                == .forbidden
        )
    }

    @Test func whoIsNotLoggedInIsAskedTo() async throws {
        let answer = try await send([("csrf", "token-of-session"), ("name", "n")], file: [1], by: [:])
        #expect(answer.status == .seeOther && answer.headers[.location]?.hasPrefix("/login") == true)
        #expect(try await send([("csrf", "token-of-session"), ("name", "n")], file: [1], by: .by("guest")).status == .forbidden)
    }

    @Test func anotherKindOfFormIsRefused() async throws {
        #expect(try await site.submit("/items/a/file", "name=n").status == .badRequest)
        #expect(try await send([("csrf", "token-of-session")], file: [UInt8](repeating: 1, count: 100_001)).status == .contentTooLarge)
    }
}

import HTTPTypes
import Hummingbird
import Testing

@testable import Web

struct ReplaysTests {
    private let site: SampleSite

    init() throws {
        site = try SampleSite()
    }

    private let keyed = HTTPFields.token.adding(.idempotencyKey, "k1")

    @Test func theSamePayloadGetsTheFirstAnswer() async throws {
        let first = try await site.ask(.post, "/api/v1/items", keyed, body: #"{"name":"a"}"#)
        let second = try await site.ask(.post, "/api/v1/items", keyed, body: #"{"name":"a"}"#)
        #expect(first.status == .created && second.status == .created)
        #expect(first.text == second.text)
        #expect(second.headers[.location] == "/api/v1/items/a")
        #expect(second.headers[.contentType] == "application/json; charset=utf-8")
        #expect(first.headers[.idempotentReplayed] == nil)
        #expect(second.headers[.idempotentReplayed] == "true")
    }

    @Test func anotherPayloadIsRejected() async throws {
        _ = try await site.ask(.post, "/api/v1/items", keyed, body: #"{"name":"a"}"#)
        let other = try await site.ask(.post, "/api/v1/items", keyed, body: #"{"name":"b"}"#)
        #expect(other.status == .unprocessableContent)
        #expect(try other.object()["detail"] as? String == "web.replay.payload")
    }

    @Test func aKeyBelongsToItsViewerAndPath() async throws {
        _ = try await site.ask(.post, "/api/v1/items", keyed, body: #"{"name":"a"}"#)
        let orders = try await site.ask(.post, "/api/v1/orders", keyed, body: #"{"lines":[],"kind":"small"}"#)
        #expect(orders.status == .ok)
        let admin = HTTPFields.admin.adding(.idempotencyKey, "k1").adding(.csrfToken, "token-of-session")
        #expect(try await site.ask(.post, "/api/v1/items", admin, body: #"{"name":"b"}"#).status == .created)
    }

    @Test func aRefusalIsForgotten() async throws {
        #expect(try await site.ask(.post, "/api/v1/items", keyed, body: #"{"name":"often"}"#).status == .tooManyRequests)
        #expect(try await site.ask(.post, "/api/v1/items", keyed, body: #"{"name":"a"}"#).status == .created)
    }

    @Test(arguments: ["", String(repeating: "k", count: 256)]) func aKeyHasItsLength(key: String) async throws {
        let answer = try await site.ask(.post, "/api/v1/items", .token.adding(.idempotencyKey, key), body: #"{"name":"a"}"#)
        #expect(answer.status == .unprocessableContent)
    }

    @Test func whatIsDoneIsToldAlsoWhenItCannotBeKept() async throws {
        let replays = Replays(begin: { _, _ in .fresh }, finish: { _, _ in throw CancellationError() })
        let response = try await replays.once(.sample(.post, "/api/v1/items", keyed), .sample()) { _ in Response(status: .created) }
        #expect(response.status == .created)
    }

    @Test func oneThatIsStillRunningIsAConflict() async throws {
        let replays = Replays(begin: { _, _ in .running }, finish: { _, _ in })
        let request = Request.sample(.post, "/api/v1/items", keyed)
        await #expect(throws: Problem(.conflict, "web.replay.running", retryAfter: 1)) {
            try await replays.once(request, .sample()) { _ in Response(status: .ok) }
        }
    }
}

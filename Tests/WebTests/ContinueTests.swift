import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import Web

/// One connection whose client asks before it sends its body.
struct ContinueTests {
    private let channel = EmbeddedChannel()

    init() throws {
        try channel.pipeline.syncOperations.addHandlers([DeadlineHandler(Deadlines()), ContinueHandler()])
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/continue-test")).wait()
    }

    private func receive(expect: String?, _ more: HTTPRequestPart...) throws {
        let fields: HTTPFields = expect.map { [.expect: $0] } ?? [:]
        try channel.writeInbound(
            HTTPRequestPart.head(HTTPRequest(method: .put, scheme: "http", authority: "localhost", path: "/", headerFields: fields))
        )
        for part in more { try channel.writeInbound(part) }
    }

    private func statuses() throws -> [Int] {
        var statuses: [Int] = []
        while let part = try channel.readOutbound(as: HTTPResponsePart.self) {
            if case .head(let head) = part { statuses.append(head.status.code) }
        }
        return statuses
    }

    private func want() async throws {
        channel.pipeline.triggerUserOutboundEvent(ContinueHandler.Wanted(), promise: nil)
    }

    @Test func whoAsksIsToldOnceWhenTheBodyIsWanted() async throws {
        try receive(expect: "100-Continue")
        #expect(try statuses() == [])
        try await want()
        try await want()
        #expect(try statuses() == [100])
        try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "x")))
        try channel.writeInbound(HTTPRequestPart.end(nil))
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .created)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        #expect(try statuses() == [201])
        #expect(channel.isActive)
    }

    @Test func whoDoesNotAskIsNotTold() async throws {
        for expect in [nil, "something"] {
            try receive(expect: expect, .end(nil))
            try await want()
            #expect(try statuses() == [])
        }
    }

    @Test func anAnswerWithoutTheBodyIsNotPreceded() async throws {
        try receive(expect: "100-continue")
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .unauthorized)))
        try await want()
        #expect(try statuses() == [401])
    }

    @Test func aBodyThatComesAnywayNeedsNoWord() async throws {
        try receive(expect: "100-continue", .body(ByteBuffer(string: "x")))
        try await want()
        #expect(try statuses() == [])
    }
}

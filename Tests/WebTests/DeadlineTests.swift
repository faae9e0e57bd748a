import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import NIOTLS
import Testing

@testable import Web

/// One connection under a clock that the test turns, except for the rate of a body, which goes by the real one.
struct DeadlineTests {
    private let channel = EmbeddedChannel()

    private func connect(_ change: (inout Deadlines) -> Void = { _ in }) throws {
        var deadlines = Deadlines()
        change(&deadlines)
        try channel.pipeline.syncOperations.addHandler(DeadlineHandler(deadlines))
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/deadline-test")).wait()
    }

    private func wait(_ seconds: Int64) {
        channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
    }

    private func receive(_ parts: HTTPRequestPart...) throws {
        for part in parts { try channel.writeInbound(part) }
    }

    private func answer(_ status: HTTPResponse.Status = .ok) throws {
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: status)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
    }

    private func sent() throws -> [HTTPResponsePart] {
        var parts: [HTTPResponsePart] = []
        while let part = try channel.readOutbound(as: HTTPResponsePart.self) { parts.append(part) }
        return parts
    }

    private static let head = HTTPRequestPart.head(HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/"))

    private static func body(_ count: Int) -> HTTPRequestPart {
        .body(ByteBuffer(repeating: 0x20, count: count))
    }

    @Test func lateHeadersCloseTheConnection() throws {
        try connect()
        wait(14)
        #expect(channel.isActive)
        wait(2)
        #expect(!channel.isActive)
    }

    @Test func anAnswerMayTakeItsTime() throws {
        try connect()
        try receive(Self.head, .end(nil))
        wait(600)
        #expect(channel.isActive)
        try answer()
        wait(74)
        #expect(channel.isActive)
        wait(2)
        #expect(!channel.isActive)
    }

    @Test func aKeptConnectionStartsAnew() throws {
        try connect()
        for _ in 1...3 {
            try receive(Self.head, .end(nil))
            try answer()
            wait(70)
        }
        #expect(channel.isActive)
    }

    /// A rate that no body keeps, so that the real clock may stand still.
    @Test func aSlowBodyIs408AndTheEnd() throws {
        try connect { $0.bodyRate = .max / 2_000_000 }
        try receive(Self.head, Self.body(1))
        try untilASecondHasPassed()
        wait(16)
        let parts = try sent()
        guard case .head(let head) = parts.first, case .end = parts.last else { throw Unexpected() }
        #expect(head.status == .requestTimeout)
        #expect(head.headerFields[.connection] == "close")
        #expect(!channel.isActive)
    }

    @Test func aBodyThatKeepsItsRateGoesOn() throws {
        try connect()
        try receive(Self.head)
        for _ in 1...20 {
            try receive(Self.body(1 << 16))
            wait(10)
        }
        #expect(channel.isActive)
        try receive(.end(nil))
        try answer()
        #expect(channel.isActive)
    }

    @Test func aSlowBodyUnderAnOpenAnswerIsCut() throws {
        try connect { $0.bodyRate = .max / 2_000_000 }
        try receive(Self.head, Self.body(1))
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        try untilASecondHasPassed()
        wait(16)
        #expect(try sent().count == 1)
        #expect(!channel.isActive)
    }

    @Test func aStreamOfHTTP2HasNoConnectionToClose() {
        #expect(DeadlineHandler.refusal(isStream: true).headerFields[.connection] == nil)
    }

    @Test func anAnswerThatNobodyTakesIsCut() throws {
        try connect()
        try receive(Self.head, .end(nil))
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        try channel.writeOutbound(HTTPResponsePart.body(ByteBuffer(repeating: 0x20, count: 20 << 10)))
        setWritable(false)
        wait(34)
        #expect(channel.isActive)
        wait(2)
        #expect(!channel.isActive)
    }

    @Test func anAnswerThatIsTakenSlowlyGoesOn() throws {
        try connect()
        try receive(Self.head, .end(nil))
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        for _ in 1...20 {
            try channel.writeOutbound(HTTPResponsePart.body(ByteBuffer(repeating: 0x20, count: 100)))
            setWritable(false)
            wait(14)
            setWritable(true)
            wait(60)
        }
        #expect(channel.isActive)
    }

    private func setWritable(_ isWritable: Bool) {
        channel.isWritable = isWritable
        channel.pipeline.fireChannelWritabilityChanged()
    }

    @Test func aHandshakeThatNeverEndsIsCut() throws {
        try channel.pipeline.syncOperations.addHandler(HandshakeDeadline(.seconds(15)))
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/deadline-test")).wait()
        wait(14)
        #expect(channel.isActive)
        wait(2)
        #expect(!channel.isActive)
    }

    @Test func afterTheHandshakeItsDeadlineIsGone() throws {
        try channel.pipeline.syncOperations.addHandler(HandshakeDeadline(.seconds(15)))
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/deadline-test")).wait()
        channel.pipeline.fireUserInboundEventTriggered(TLSUserEvent.handshakeCompleted(negotiatedProtocol: "h2"))
        wait(600)
        #expect(channel.isActive)
        #expect(throws: ChannelPipelineError.notFound) { try channel.pipeline.syncOperations.handler(type: HandshakeDeadline.self) }
    }

    @Test func anEarlyAnswerDrainsTheRest() throws {
        try connect()
        try receive(Self.head, Self.body(10))
        try answer(.contentTooLarge)
        try receive(Self.body(1 << 19), .end(nil))
        #expect(channel.isActive)
        wait(70)
        #expect(channel.isActive)
    }

    @Test func aDrainThatGoesOnIsCut() throws {
        try connect()
        try receive(Self.head)
        try answer(.contentTooLarge)
        wait(6)
        #expect(!channel.isActive)
    }

    @Test func aDrainThatIsTooMuchIsCut() throws {
        try connect { $0.drainBytes = 1 << 20 }
        try receive(Self.head)
        try answer(.contentTooLarge)
        try receive(Self.body(1 << 20), Self.body(1))
        #expect(!channel.isActive)
    }

    private func untilASecondHasPassed() throws {
        let start = NIODeadline.now()
        while NIODeadline.now() - start < .milliseconds(1_050) {}
    }
}

private struct Unexpected: Error {}

import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import Web

struct EventStreamTests {
    @Test func eventsAreNamedAndTheStreamEnds() async throws {
        let (events, source) = AsyncStream.makeStream(of: String.self)
        source.yield("statistics")
        source.yield("apps")
        source.finish()
        var response = EventStream.response(events)
        #expect(response.headers[.contentType] == "text/event-stream; charset=utf-8")
        #expect(response.headers[.cacheControl] == "no-store")
        #expect(response.headers[.accelBuffering] == "no")
        let text = String(decoding: try await response.collectBody(), as: UTF8.self)
        #expect(text == "retry: 3000\n\nevent: statistics\ndata: {}\n\nevent: apps\ndata: {}\n\n")
    }

    @Test(.timeLimit(.minutes(1))) func aQuietStreamBeats() async throws {
        let (events, source) = AsyncStream.makeStream(of: String.self)
        let response = EventStream.response(events, heartbeat: .milliseconds(10))
        let writer = Stopping(after: 3)
        await #expect(throws: Stopping.Enough.self) { try await response.body.write(writer) }
        #expect(writer.texts.withLockedValue { $0 } == ["retry: 3000\n\n", ": \n\n", ": \n\n"])
        withExtendedLifetime(source) {}
    }

    /// A browser that goes away ends the subscription behind the stream.
    @Test(.timeLimit(.minutes(1))) func whoeverLeavesIsForgotten() async throws {
        let (events, source) = AsyncStream.makeStream(of: String.self)
        let (left, leaving) = AsyncStream.makeStream(of: Void.self)
        source.onTermination = { _ in leaving.yield() }
        source.yield("apps")
        let response = EventStream.response(events)
        await #expect(throws: Stopping.Enough.self) { try await response.body.write(Stopping(after: 2)) }
        #expect(await left.first { _ in true } != nil)
    }
}

/// A peer that goes away after some parts.
private struct Stopping: ResponseBodyWriter {
    struct Enough: Error {}

    let after: Int
    let texts = NIOLockedValueBox<[String]>([])

    init(after: Int) {
        self.after = after
    }

    mutating func write(_ part: ByteBuffer) async throws {
        let count = texts.withLockedValue { texts in
            texts.append(String(buffer: part))
            return texts.count
        }
        if count >= after { throw Enough() }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

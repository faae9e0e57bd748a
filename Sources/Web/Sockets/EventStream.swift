import HTTPTypes
import Hummingbird
import NIOCore

/// Server-sent events: one small message a change, a comment every 15 s so that proxies keep the connection.
public enum EventStream {
    /// - Parameter events: yields when there is something new; the name of the event is what pages listen to.
    public static func response(_ events: AsyncStream<String>, heartbeat: Duration = .seconds(15)) -> Response {
        let headers: HTTPFields = [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store", .accelBuffering: "no"]
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody { writer in
                try await writer.write(ByteBuffer(string: "retry: 3000\n\n"))
                for await message in merge(events, heartbeat) {
                    try await writer.write(ByteBuffer(string: message))
                }
                try await writer.finish(nil)
            }
        )
    }

    private static func merge(_ events: AsyncStream<String>, _ heartbeat: Duration) -> AsyncStream<String> {
        AsyncStream(bufferingPolicy: .bufferingNewest(4)) { continuation in
            let beat = Task {
                while !Task.isCancelled {
                    try await Task.sleep(for: heartbeat)
                    continuation.yield(": \n\n")
                }
            }
            let forward = Task {
                for await name in events { continuation.yield("event: \(name)\ndata: {}\n\n") }
                continuation.finish()
            }
            continuation.onTermination = { _ in
                beat.cancel()
                forward.cancel()
            }
        }
    }
}

extension HTTPField.Name {
    static let accelBuffering = Self("X-Accel-Buffering")!
}

import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded

@testable import Web

extension Request {
    /// A request as the server would hand it on, without a body.
    static func sample(_ method: HTTPRequest.Method = .get, _ path: String = "/", _ headers: HTTPFields = [:]) -> Request {
        Request(
            head: HTTPRequest(method: method, scheme: "http", authority: "localhost", path: path, headerFields: headers),
            body: RequestBody(buffer: ByteBuffer())
        )
    }
}

extension Context {
    static func sample() -> Context {
        Context(source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
    }
}

import AsyncHTTPClient
import Foundation
import Hummingbird
import Logging
import NIOCore
import Web

/// The door for the command line in the data directory: whoever may read the directory (0700) may use it.
struct LocalSocket: Sendable {
    let path: String
    let run: @Sendable (LocalCommand) async -> LocalOutcome

    /// The service that listens while the console runs.
    func application(_ logger: Logger) throws -> some ApplicationProtocol {
        let router = Router(context: Context.self)
        router.post("local") { request, _ in
            let command = try JSONDecoder().decode(LocalCommand.self, from: Data(try await request.bytes(upTo: 1 << 20)))
            return Response(bytes: [UInt8](try JSONEncoder().encode(await run(command))), type: "application/json")
        }
        var listener = Listener()
        listener.address = .unix(path: path)
        return try listener.application(router, logger: logger) { _ in }
    }

    /// Asks the console that is running on this data directory.
    static func ask(_ path: String, _ command: LocalCommand) async throws -> LocalOutcome {
        var request = HTTPClientRequest(url: "http+unix://\(HTML.percentEncode(path))/local")
        request.method = .POST
        request.body = .bytes(try JSONEncoder().encode(command))
        let response = try await HTTPClient.shared.execute(request, timeout: .hours(1))
        return try JSONDecoder().decode(LocalOutcome.self, from: Data(buffer: try await response.body.collect(upTo: 8 << 20)))
    }
}

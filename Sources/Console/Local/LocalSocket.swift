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

    /// A seed or a rebuild may take its time.
    private static let longest = TimeAmount.hours(1)

    /// Asks the console that is running on this data directory.
    static func ask(_ path: String, _ command: LocalCommand) async throws -> LocalOutcome {
        var request = HTTPClientRequest(url: "http+unix://\(PercentEncoding.encode(path))/local")
        request.method = .POST
        request.body = .bytes(try JSONEncoder().encode(command))
        let client = HTTPClient(configuration: .init(timeout: .init(connect: .seconds(5), read: longest)))
        let answer = await Result { try await client.answer(to: request, within: longest) }
        try await client.shutdown()
        return try JSONDecoder().decode(LocalOutcome.self, from: answer.get())
    }
}

extension HTTPClient {
    fileprivate func answer(to request: HTTPClientRequest, within limit: TimeAmount) async throws -> Data {
        Data(buffer: try await execute(request, timeout: limit).body.collect(upTo: 8 << 20))
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}

import AsyncHTTPClient
import Foundation
import NIOCore

extension RemoteConsole {
    /// Makes a call and hands on what is answered, as it comes. What may succeed a moment later is tried again, until an answer begins.
    /// - Throws: ``RemoteError``, and what `take` throws.
    public func call(_ call: RemoteCall, take: (_ bytes: [UInt8]) throws -> Void) async throws {
        var body = try await begun(call).body.makeAsyncIterator()
        while let chunk = try await next(&body) { try take(Array(buffer: chunk)) }
    }

    private func next(_ body: inout HTTPClientResponse.Body.AsyncIterator) async throws -> ByteBuffer? {
        do {
            return try await body.next()
        } catch {
            throw failure(error)
        }
    }

    private func begun(_ call: RemoteCall) async throws -> HTTPClientResponse {
        var failures = 0
        while true {
            do {
                let response = try await open(RemoteQuestion(call.method, call.path, headers: call.headers), call.body?.sent)
                guard (200..<300).contains(response.status.code) else { throw await refusal(response) }
                return response
            } catch let error as RemoteError where error.isPassing {
                failures += 1
                guard failures < patience.attempts else { throw error }
                try await patience.pause(after: failures, error)
            }
        }
    }

    /// All items of a list, page after page, each as one line of JSON.
    /// - Throws: ``RemoteError``; `unreadable` for what is no list.
    public func items(_ call: RemoteCall, take: (_ item: [UInt8]) throws -> Void) async throws {
        var cursor: String?
        repeat {
            let path = call.path.adding([("cursor", cursor)])
            let answer = try await ask(RemoteQuestion(.GET, path, headers: call.headers))
            guard let page = try? JSONSerialization.jsonObject(with: Data(answer)) as? [String: Any], let items = page["items"] as? [Any] else {
                throw RemoteError.unreadable(address, "\(path)")
            }
            for item in items { try take([UInt8](try Self.line(item))) }
            cursor = page["next"] as? String
        } while cursor != nil
    }

    private static func line(_ item: Any) throws -> Data {
        try JSONSerialization.data(withJSONObject: item, options: [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed])
    }

    /// What the console can be asked for, as it describes it itself.
    /// - Throws: ``RemoteError``.
    public func actions() async throws -> [RemoteAction] {
        try await get(.description, as: RemoteActions.self).all
    }
}

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One upload as it is kept: byte for byte what is sent each time, so that the server can tell a repetition by name and content.
///
/// On disk: the head as JSON, a line feed, the body. The server's address is not kept; it may have moved by the time.
struct OfflineUpload {
    private struct Head: Codable {
        let path: String
        let headers: [String: String]
    }

    private let head: Head
    private let body: Data

    /// - Parameters:
    ///   - path: below the server's address.
    ///   - request: a `POST` to it.
    init(_ path: String, _ request: URLRequest) {
        head = Head(path: path, headers: request.allHTTPHeaderFields ?? [:])
        body = request.httpBody ?? Data()
    }

    /// What ``encoded`` gave.
    init?(_ encoded: Data) {
        let parts = encoded.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let head = try? JSONDecoder().decode(Head.self, from: Data(parts[0])) else { return nil }
        self.head = head
        body = Data(parts[1])
    }

    var encoded: Data {
        get throws { try JSONEncoder().encode(head) + Data("\n".utf8) + body }
    }

    func request(to server: URL) -> URLRequest {
        var request = URLRequest(server.appending(path: head.path), timeout: LogGateway.timeout)
        request.httpMethod = "POST"
        request.httpBody = body
        for (name, value) in head.headers { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }
}

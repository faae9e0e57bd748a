import Foundation
import Gzip

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The log server's door: makes the requests every log call has in common.
package struct LogGateway: Sendable {
    /// Seconds without any progress after which a request counts as failed.
    static let timeout: TimeInterval = 30

    let server: URL
    let sender: LogSender

    /// A compressed `POST` of `body` under a batch name.
    func post(_ path: String, body: [UInt8], batch: String) throws -> URLRequest {
        var request = URLRequest(server.appending(path: path), timeout: Self.timeout)
        request.httpMethod = "POST"
        request.httpBody = Data(try Gzip.compress(body))
        for (name, value) in Self.fields(sender, batch: batch) { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }

    /// The headers of a compressed upload.
    package static func fields(_ sender: LogSender, batch: String) -> [(name: String, value: String)] {
        let body = [("Content-Encoding", "gzip"), ("Content-Type", "text/plain; charset=utf-8"), ("X-Batch-Id", batch)]
        return body + identity(sender)
    }

    /// A `GET` for the sender's product id.
    func get(_ path: String) -> URLRequest {
        let query = [URLQueryItem(name: "productId", value: sender.productId)]
        return URLRequest(server.appending(path: path).appending(queryItems: query), timeout: Self.timeout)
    }

    private static func identity(_ sender: LogSender) -> [(String, String)] {
        let known = [("productId", sender.productId), ("productVersion", sender.version), ("utdId", sender.deviceId ?? "-")]
        let user = sender.userId.map { [("userId", $0)] } ?? []
        let zone = sender.zone.map { [("timeZone", LogTime.offset(of: $0, at: Date()))] } ?? []
        return (known + user + zone).map { ($0, HeaderText.clean($1)) }
    }
}

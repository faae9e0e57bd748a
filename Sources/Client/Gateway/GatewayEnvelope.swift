import Foundation
import Gzip

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// How a call is put on the wire: `POST` of a JSON array with one element that holds the request.
package struct GatewayEnvelope: Sendable {
    /// Bodies from this size on are compressed, in bytes: below, the header of gzip and the work cost more than is saved.
    static let worthCompressing = 1024

    let address: URL
    let identity: GatewayIdentity
    /// Seconds without any progress after which a call counts as failed.
    let timeout: TimeInterval

    /// The body around a request that is JSON already.
    package static func body(_ request: [UInt8]) -> [UInt8] {
        Array(#"[{"_requestBody":"#.utf8) + request + Array("}]".utf8)
    }

    /// Keys in alphabetical order: a gateway that caches by the body sees equal requests as equal.
    package static func json(_ request: some Encodable) -> Result<[UInt8], GatewayFailure> {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        do {
            return .success(Array(try encoder.encode(request)))
        } catch {
            return .failure(.unwritable(String(describing: error)))
        }
    }

    /// One sending of a call.
    func request(_ operation: String, _ body: [UInt8], _ signature: GatewaySignature, session: String?) -> URLRequest {
        var request = URLRequest(address, timeout: timeout)
        request.httpMethod = "POST"
        for (name, value) in Self.fields(identity, operation, signature, session: session) { request.setValue(value, forHTTPHeaderField: name) }
        Self.fill(&request, body)
        return request
    }

    /// The headers of one sending, of a body that is not compressed.
    package static func fields(
        _ identity: GatewayIdentity,
        _ operation: String,
        _ signature: GatewaySignature,
        session: String?
    ) -> [(name: String, value: String)] {
        let signed = [
            ("Content-Type", "application/json"), ("Operation-Type", operation), ("Ts", signature.timestamp), ("Sign", signature.sign),
            ("signType", signature.form.rawValue),
        ]
        return (identity.headers + signed + (session.map { [("sessionId", $0)] } ?? [])).map { ($0.0, HeaderText.clean($0.1)) }
    }

    /// Compressed where that is worth it; as it is if zlib fails, which costs bytes only.
    private static func fill(_ request: inout URLRequest, _ body: [UInt8]) {
        request.httpBody = Data(body)
        guard body.count >= worthCompressing, let packed = try? Gzip.compress(body) else { return }
        request.httpBody = Data(packed)
        request.setValue("gzip", forHTTPHeaderField: "Content-Encoding")
    }
}

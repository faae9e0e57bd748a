import Foundation
import Signing

/// The pair that signs requests. Shows itself without the secret, so that it cannot slip into a message.
public struct S3Key: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let access: String
    let secret: String

    public init(access: String, secret: String) {
        self.access = access
        self.secret = secret
    }

    public var description: String { "S3Key" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// AWS Signature Version 4 as S3 takes it: paths are escaped once, and the body's digest is a header.
/// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
struct S3Signature {
    let key: S3Key
    let region: String

    /// A request as far as it is signed.
    struct Request {
        var method: String
        /// Not escaped; begins with a slash.
        var path: String
        /// Neither names nor values are escaped.
        var query: [(name: String, value: String)] = []
        /// `host` among them; names in lower case, each once.
        var headers: [(name: String, value: String)]
        /// SHA-256 of the body in hex.
        var payload: String

        /// As it goes into the address.
        var escapedPath: String { S3Signature.escaped(path, keeping: "/") }

        /// As it goes into the address: sorted, `name=value` for each.
        var escapedQuery: String {
            query.map { (S3Signature.escaped($0.name), S3Signature.escaped($0.value)) }
                .sorted { $0 < $1 }
                .map { "\($0.0)=\($0.1)" }
                .joined(separator: "&")
        }
    }

    /// The headers of the request, with those that sign it.
    func headers(_ request: Request, at time: Date) -> [(name: String, value: String)] {
        let stamp = Self.stamp(time)
        let scope = "\(stamp.prefix(8))/\(region)/s3/aws4_request"
        let headers = (request.headers + [("x-amz-content-sha256", request.payload), ("x-amz-date", stamp)]).sorted { $0.name < $1.name }
        let names = headers.map(\.name).joined(separator: ";")
        let canonical = Self.canonical(request, headers, names)
        let text = "AWS4-HMAC-SHA256\n\(stamp)\n\(scope)\n\(Hex.encode(Digest.sha256(Array(canonical.utf8))))"
        let signature = Hex.encode(HMAC.sha256(key: signingKey(String(stamp.prefix(8))), Array(text.utf8)))
        let authorization = "AWS4-HMAC-SHA256 Credential=\(key.access)/\(scope), SignedHeaders=\(names), Signature=\(signature)"
        return headers + [("authorization", authorization)]
    }

    private static func canonical(_ request: Request, _ headers: [(name: String, value: String)], _ names: String) -> String {
        let lines = headers.map { "\($0.name):\($0.value)\n" }.joined()
        return "\(request.method)\n\(request.escapedPath)\n\(request.escapedQuery)\n\(lines)\n\(names)\n\(request.payload)"
    }

    private func signingKey(_ day: String) -> [UInt8] {
        [day, region, "s3", "aws4_request"].reduce(Array("AWS4\(key.secret)".utf8)) { HMAC.sha256(key: $0, Array($1.utf8)) }
    }

    /// `20261122T000102Z`.
    private static func stamp(_ time: Date) -> String {
        Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted, timeZone: .gmt).format(time)
    }

    /// Everything but the unreserved characters of RFC 3986 as %XX, byte by byte.
    static func escaped(_ text: String, keeping kept: String = "") -> String {
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8).union(kept.utf8)
        return text.utf8.map { plain.contains($0) ? String(UnicodeScalar($0)) : "%" + Hex.encode([$0]).uppercased() }.joined()
    }
}

import NIOHTTP1
import Signing

/// One request to an S3-compatible store. All of ours may be sent again.
struct S3Question: Sendable {
    let method: HTTPMethod
    /// Below the prefix; nil asks the bucket.
    let object: String?
    let query: [(name: String, value: String)]
    /// Names in lower case.
    let headers: [(name: String, value: String)]
    let body: [UInt8]
    /// SHA-256 of the body in hex; the store checks it.
    let payload: String
    /// Bytes of a good answer.
    let limit: Int

    init(
        _ method: HTTPMethod,
        _ object: String? = nil,
        query: [(name: String, value: String)] = [],
        headers: [(name: String, value: String)] = [],
        body: [UInt8] = [],
        payload: String? = nil,
        limit: Int = S3Answer.errorLimit
    ) {
        self.method = method
        self.object = object
        self.query = query
        self.headers = headers
        self.body = body
        self.payload = payload ?? Hex.encode(Digest.sha256(body))
        self.limit = limit
    }
}

/// What the store said.
struct S3Answer: Sendable {
    let status: Int
    let headers: HTTPHeaders
    let body: [UInt8]

    /// Of what is not a blob: errors, and the few words after an upload.
    static let errorLimit = 64 << 10

    /// Whether the same request may have another answer a moment later. 409 is what S3 says of two conditional writes at once.
    var isPassing: Bool { [408, 409, 425, 429, 500, 502, 503, 504].contains(status) }

    /// Of an error, e.g. `NoSuchBucket`; nil where the answer tells none, as after HEAD.
    var code: String? {
        guard let error = S3Element.read(body), error.name == "Error" else { return nil }
        return error["Code"].flatMap { $0.wholeMatch(of: #/[A-Za-z0-9._-]{1,64}/#) == nil ? nil : $0 }
    }

    /// For people. Only the code: messages of some stores hold the signed text and the access key.
    var refusal: String { "it answered \(status)" + (code.map { " \($0)" } ?? "") }
}

import NIOCore
import NIOHPACK

/// What came on one stream.
struct PushServiceRequest {
    /// Beyond what any service takes; the window of a stream keeps a client from sending more.
    static let bodyLimit = 65_535

    private(set) var method = ""
    private(set) var path = ""
    /// The whole value; not in ``fields``, as the log is no place for it.
    private(set) var authorization: String?
    /// All other headers, in order.
    private(set) var fields: [(name: String, value: String)] = []
    private(set) var body: [UInt8] = []
    /// Whether the client has shown a certificate of its own.
    var hasCertificate = false

    init(_ headers: HPACKHeaders) {
        fields.reserveCapacity(headers.count)
        for (name, value, _) in headers {
            switch name {
            case ":method": method = value
            case ":path": path = value
            case "authorization": authorization = value
            case _ where name.utf8.first == UInt8(ascii: ":"): break
            default: fields.append((name, value))
            }
        }
    }

    mutating func add(_ piece: ByteBuffer) {
        body.append(contentsOf: piece.readableBytesView.prefix(Self.bodyLimit - body.count))
    }

    /// For tests.
    mutating func add(_ bytes: [UInt8]) {
        body += bytes
    }

    subscript(name: String) -> String? {
        fields.first { $0.name == name }?.value
    }
}

/// The console's words for what went wrong (RFC 9457).
public struct RemoteProblem: Decodable, Sendable {
    public let title: String?
    public let detail: String?
    /// Field by field, where fields are to blame.
    public let errors: [Entry]?

    public struct Entry: Decodable, Sendable {
        public let pointer: String
        public let detail: String
    }

    init() {
        (title, detail, errors) = (nil, nil, nil)
    }

    /// Bytes of an answer that is an error.
    static let limit = 256 << 10

    /// On one line; empty where it said nothing.
    var words: String {
        let fields = (errors ?? []).prefix(20).map { "\($0.pointer.isEmpty ? "it" : $0.pointer): \($0.detail)" }
        let whole = [detail ?? title].compactMap { $0 } + fields
        // They come into a sentence of ours.
        return RemoteText.clean(whole.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }.joined(separator: "; "))
    }
}

/// What somebody has to know before using a version.
struct SDKRemark: Encodable, Sendable, Equatable {
    let kind: Kind
    /// What to take instead.
    @SDKOrNull var replacement: String?
    /// May be empty.
    let reason: String

    enum Kind: String, Encodable, Sendable {
        /// May be used; there is something better.
        case deprecated
        /// In no new package.
        case withdrawn
        /// Turned out to be harmful.
        case bad
        /// The console does not know it any more.
        case unknown
    }

    init(_ kind: Kind, replacement: String? = nil, reason: String = "") {
        self.kind = kind
        self.replacement = replacement
        self.reason = reason
    }

    /// - Returns: nil when there is nothing to say.
    init?(state: String?, replacement: String?, reason: String?, bad: SDKDefect?) {
        if let bad {
            self.init(.bad, replacement: replacement, reason: bad.reason)
        } else if let kind = state.flatMap(Kind.init), kind != .unknown {
            self.init(kind, replacement: replacement, reason: reason ?? "")
        } else {
            return nil
        }
    }

    /// `withdrawn: loses calls; take MPLogKit instead`.
    var words: String {
        let reason = reason.unicodeScalars.last.map { $0 == "." || $0 == "。" } == true ? String(reason.unicodeScalars.dropLast()) : reason
        let said = reason.isEmpty ? "" : ": \(reason)"
        let instead = replacement.map { "; take \($0) instead" } ?? ""
        return RemoteText.clean((kind == .unknown ? "not in this console's catalogue" : kind.rawValue) + said + instead)
    }
}

/// Who and what: the terms of an index with their uploads.
public struct LogIndexTerms: Sendable {
    private let head: LogIndexHead
    private let bytes: [UInt8]

    /// - Parameter bytes: ``LogIndexHead/termRange`` of the file.
    /// - Throws: `malformed` for fewer or more.
    public init(_ head: LogIndexHead, _ bytes: [UInt8]) throws(FormatError) {
        guard bytes.count == head.termRange.count else { throw .malformed }
        (self.head, self.bytes) = (head, bytes)
    }

    /// Which uploads can hold all of these terms.
    public func uploads(with terms: [LogIndexTerm]) throws(FormatError) -> LogIndexSet {
        let any = try uploads(with: .anyTerm)
        var all = LogIndexSet(allOf: head.uploads)
        for term in terms where !all.isEmpty {
            var set = try uploads(with: term)
            set.formUnion(any)
            all.formIntersection(set)
        }
        return all
    }

    /// Which uploads can hold any text, whatever the directory says.
    public var withAnyText: LogIndexSet {
        get throws(FormatError) { try uploads(with: .anyText) }
    }

    private func uploads(with term: LogIndexTerm) throws(FormatError) -> LogIndexSet {
        guard let place = try place(of: term) else { return LogIndexSet(room: head.uploads) }
        let reference = try ByteView(bytes).little(head.terms * 4 + place * 4, 4)
        guard reference & Self.only == 0 else {
            var set = LogIndexSet(room: head.uploads)
            guard set.insert(reference & 0xFFFF) else { throw .malformed }
            return set
        }
        return try list(at: head.terms * 8 + reference)
    }

    /// Set in a reference that is the number of the term's only upload.
    static let only = 1 << 31

    /// By halves: hashes are ascending.
    private func place(of term: LogIndexTerm) throws(FormatError) -> Int? {
        let view = ByteView(bytes)
        var (low, high) = (0, head.terms)
        while low < high {
            let middle = (low + high) / 2
            let hash = UInt32(truncatingIfNeeded: try view.little(middle * 4, 4))
            if hash == term.hash { return middle }
            if hash < term.hash { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    private func list(at offset: Int) throws(FormatError) -> LogIndexSet {
        guard offset < bytes.count else { throw .malformed }
        var rest = bytes[offset...]
        guard let byte = rest.popFirst(), let kind = LogIndexSet.Kind(rawValue: byte) else { throw .malformed }
        return try LogIndexSet(kind, &rest, room: head.uploads)
    }
}

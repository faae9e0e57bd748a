/// Where in an index each trigram is looked up.
public struct LogIndexDirectory: Sendable {
    private let head: LogIndexHead
    private let bytes: [UInt8]

    /// - Parameter bytes: ``LogIndexHead/directoryRange`` of the file.
    /// - Throws: `malformed` for fewer or more.
    public init(_ head: LogIndexHead, _ bytes: [UInt8]) throws(FormatError) {
        guard bytes.count == head.directoryRange.count else { throw .malformed }
        (self.head, self.bytes) = (head, bytes)
    }

    /// Which bytes of the file to give to ``uploads(with:in:)``.
    public func range(of trigram: LogTrigram) throws(FormatError) -> Range<Int> {
        let view = ByteView(bytes)
        let (start, end) = (try view.little(trigram.group * 4, 4), try view.little(trigram.group * 4 + 4, 4))
        guard start <= end, end <= head.textRange.count else { throw .malformed }
        return head.textRange.lowerBound + start..<head.textRange.lowerBound + end
    }

    /// Which uploads hold a trigram.
    /// - Parameter group: the bytes of its ``range(of:)``.
    public func uploads(with trigram: LogTrigram, in group: [UInt8]) throws(FormatError) -> LogIndexSet {
        var rest = group[...]
        while let low = rest.popFirst() {
            guard let high = rest.popFirst(), let kind = LogIndexSet.Kind(rawValue: high >> 4) else { throw .malformed }
            let number = Int(low) | Int(high & 0x0F) << 8
            if number == trigram.place { return try LogIndexSet(kind, &rest, room: head.uploads) }
            guard number < trigram.place else { break }
            try LogIndexSet.skip(kind, &rest, room: head.uploads)
        }
        return LogIndexSet(room: head.uploads)
    }
}

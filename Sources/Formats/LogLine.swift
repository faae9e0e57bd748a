import Foundation

/// One line lent by ``LogLineReader/forEachLine(_:)``: a window on the upload, valid only during the visit.
///
/// Being neither copyable nor owned by the visitor, it cannot be kept; that is what makes the pointers inside safe.
public struct LogLine: ~Copyable {
    let body: UnsafeBufferPointer<UInt8>
    let raw: LogSlice
    private let starts: UnsafePointer<UInt32>
    private let fields: Int
    /// Which table of positions holds.
    public let kind: LogLineKind

    init(body: UnsafeBufferPointer<UInt8>, raw: LogSlice, starts: UnsafePointer<UInt32>, fields: Int, kind: LogLineKind) {
        self.body = body
        self.raw = raw
        self.starts = starts
        self.fields = fields
        self.kind = kind
    }

    /// The field's bytes, escapes as they stand; nil when it is `-`, empty, or not in lines of this kind.
    public func slice(_ field: LogField) -> LogSlice? {
        guard let position = field.position(in: kind), position < fields else { return nil }
        let start = starts[position]
        let end = starts[position &+ 1] &- 1
        guard end > start, !(end &- start == 1 && body[Int(start)] == UInt8(ascii: "-")) else { return nil }
        return LogSlice(Int(start), Int(end))
    }

    /// The field decoded; nil when unknown.
    public func string(_ field: LogField) -> String? {
        slice(field).map { string($0) }
    }

    /// The bytes decoded as text.
    public func string(_ slice: LogSlice) -> String {
        hasEscape(slice) ? String(decoding: decoded(slice), as: UTF8.self) : String(decoding: buffer(slice), as: UTF8.self)
    }

    /// The field's bytes decoded, as for a crash text, which can be large; empty when unknown.
    public func decodedBytes(_ field: LogField) -> [UInt8] {
        slice(field).map { decoded($0) } ?? []
    }

    /// The line as received, its wrapper included and its line end not: the first `limit` bytes.
    public func bytes(limit: Int) -> [UInt8] {
        [UInt8](buffer(raw).prefix(limit))
    }

    /// Bytes of the line as received.
    public var length: Int { raw.count }

    /// Whether the two slices of this upload hold the same bytes.
    public func same(_ one: LogSlice, _ other: LogSlice) -> Bool {
        one.count == other.count && memcmp(pointer(one), pointer(other), one.count) == 0
    }

    /// Whether the slice holds exactly these bytes.
    public func matches(_ slice: LogSlice, _ bytes: [UInt8]) -> Bool {
        guard slice.count == bytes.count else { return false }
        let start = pointer(slice)
        return bytes.withUnsafeBufferPointer { memcmp(start, $0.baseAddress ?? start, bytes.count) == 0 }
    }

    /// Whether the slice holds exactly this ASCII text.
    public func matches(_ slice: LogSlice, _ text: StaticString) -> Bool {
        slice.count == text.utf8CodeUnitCount && memcmp(pointer(slice), text.utf8Start, slice.count) == 0
    }

    func buffer(_ slice: LogSlice) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: pointer(slice), count: slice.count)
    }

    func hasEscape(_ slice: LogSlice) -> Bool {
        memchr(pointer(slice), Int32(UInt8(ascii: "%")), slice.count) != nil
    }

    /// Traps for a slice that another, longer upload gave: a mistake of the caller must not read past the body.
    @inline(__always)
    private func pointer(_ slice: LogSlice) -> UnsafePointer<UInt8> {
        guard let base = body.baseAddress, Int(slice.end) <= body.count else { preconditionFailure("a slice of another upload") }
        return base + Int(slice.start)
    }

    private func decoded(_ slice: LogSlice) -> [UInt8] {
        LogEscapes.decode(buffer(slice))
    }
}

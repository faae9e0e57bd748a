/// Bytes of an upload body by their offsets, so that they can be kept and compared after their line is gone.
public struct LogSlice: Sendable, Equatable {
    let start: UInt32
    let end: UInt32

    init(_ start: Int, _ end: Int) {
        self.start = UInt32(truncatingIfNeeded: start)
        self.end = UInt32(truncatingIfNeeded: end)
    }

    /// The number of bytes, escapes not decoded.
    public var count: Int { Int(end &- start) }
}

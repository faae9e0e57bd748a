/// Why zlib's input or output was refused.
public enum GzipError: Error, Equatable, Sendable {
    /// Not gzip, a bad checksum or length, or something other than another member after the last one.
    case corrupt
    /// The input ends before its last member does; also an empty input.
    case truncated
    /// More than this many bytes would come out (or, in the one-shot calls, go in).
    case tooLarge(limit: Int)
    /// The output is so many times larger than the input that it is taken for a decompression bomb.
    case ratio
    /// zlib could not start: no memory (-4) or a level outside -1...9 (-2). The number is zlib's code.
    case engine(Int32)
}

/// Why bytes are not read as a crash report. They are to be kept as they are.
public enum CrashReadError: Error, Equatable, Sendable {
    /// There are none, or nothing but space.
    case empty
    /// Like none of the formats.
    case unknown
    /// A file of so many bytes that cannot be read in part.
    case tooLarge(CrashFormat)
    /// Of this format, but broken, or ended too early, in the part of this name: the format's own word, such as `threads`.
    case malformed(CrashFormat, part: String)
    /// Of this format, but no crash: Apple writes its reports on memory, hangs and energy in the same JSON.
    case noCrash(CrashFormat)

    /// The format as far as it was recognised.
    public var format: CrashFormat {
        switch self {
        case .empty, .unknown: .unknown
        case .tooLarge(let format), .malformed(let format, _), .noCrash(let format): format
        }
    }
}

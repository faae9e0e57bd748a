/// The file that says which of a few thousand uploads can hold the lines that somebody looks for. It answers "these, or none", never too few:
/// whoever asks reads those uploads and looks at each line.
///
/// Two questions are answered. Who or what: every device, user, session, version and event of an upload is a *term*, a 32-bit hash of field and value;
/// two terms of one hash cost a look into an upload more. What text: every three bytes that follow each other in an upload, letters of ASCII in lower
/// case, are a *trigram*; a text can only be where all of its trigrams are (Cox, "Regular Expression Matching with a Trigram Index", 2012).
///
/// Numbers are little-endian. Parts stand in this order, so that one reading brings what most questions need:
///
/// | part | bytes | holds |
/// |---|---|---|
/// | head | 64 | `LOGINDEX`; version 1, uploads, terms (u32 each); base time (u64, ms since 1970); sizes of lists, directory, text (u32); 16 bytes by chance |
/// | terms | 8 each | all hashes ascending (u32), then for each where its uploads are (u32): bit 31 set: one upload, in the low 16 bits; else an offset into the lists |
/// | lists | | a ``LogIndexSet`` each, see there |
/// | entries | 20 each | ``LogIndexEntry`` |
/// | directory | 4 × 4,097 | offsets into the text: trigrams are spread over 4,096 groups |
/// | text | | each group's trigrams, ascending: low 12 bits and the kind of set (u16), the set |
public enum LogIndex {
    /// Uploads of one index.
    public static let mostUploads = 4_096
    /// An upload with more distinct trigrams, such as a binary report, is not told apart by its text: it is one that can hold any.
    public static let mostTrigrams = 65_536
    /// The same for terms. An upload has at most 10,000 lines.
    public static let mostTerms = 20_000
    /// Bytes of a file.
    public static let largest = 64 << 20

    static let magic = Array("LOGINDEX".utf8)
    static let version = 1
    static let groups = 4_096
}

/// Which of an index's uploads can hold lines of a kind.
public struct LogIndexKinds: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public init(_ kind: LogLineKind) {
        self.init(rawValue: 1 << kind.rawValue)
    }

    init(_ kinds: [LogLineKind]) {
        self.init(kinds.map { LogIndexKinds($0) })
    }
}

/// Why an archive was not read or written. What is about one entry names it; the name of one that is not UTF-8 has U+FFFD in it.
public enum ZipError: Error, Equatable, Sendable {
    /// No end record of a zip archive where the file ends.
    case notAnArchive
    /// So many are declared.
    case tooManyEntries(Int)
    /// Bytes of the central directory.
    case largeDirectory(Int)
    /// All entries up to this one are more than may come out, or it alone is more than was asked for.
    case tooLarge(String)
    /// Unpacked it is so many times larger that it is taken for a bomb; nil for all entries together.
    case ratio(String?)
    /// A part of the path is `..`.
    case climbs(String)
    /// Begins with `/` or with a drive.
    case absolute(String)
    /// Empty, not UTF-8, or with a backslash, a control character, or an empty part or `.` between its slashes.
    case badName(String)
    case longName(String)
    /// In more folders than may be.
    case deep(String)
    /// A symbolic link, a device, or whatever else is neither file nor folder.
    case link(String)
    case encrypted(String)
    /// Packed in another way than stored or deflated.
    case method(String)
    /// Two entries, or their folders, that some disk would take for one.
    case sameName(String, String)
    /// A path that is a file and a folder as well.
    case fileAndFolder(String)
    /// Contradicts itself, its checksum, or what it is a copy of; nil when it is no single entry.
    case damaged(String?)
    /// An archive without entries is not written.
    case empty
    case cancelled
    /// The disk is full.
    case full
    /// What the system or libzip said.
    case failed(String)
}

extension ZipError {
    /// The case's name, as catalogues and tools know it.
    public var kind: String {
        switch self {
        case .notAnArchive: "notAnArchive"
        case .tooManyEntries: "tooManyEntries"
        case .largeDirectory: "largeDirectory"
        case .tooLarge: "tooLarge"
        case .ratio: "ratio"
        case .climbs: "climbs"
        case .absolute: "absolute"
        case .badName: "badName"
        case .longName: "longName"
        case .deep: "deep"
        case .link: "link"
        case .encrypted: "encrypted"
        case .method: "method"
        case .sameName: "sameName"
        case .fileAndFolder: "fileAndFolder"
        case .damaged: "damaged"
        case .empty: "empty"
        case .cancelled: "cancelled"
        case .full: "full"
        case .failed: "failed"
        }
    }

    /// What is to blame: an entry's path, or a number or sentence where there is one.
    public var entry: String? {
        switch self {
        case .tooManyEntries(let number), .largeDirectory(let number): String(number)
        case .tooLarge(let entry), .climbs(let entry), .absolute(let entry), .badName(let entry), .longName(let entry), .deep(let entry),
            .link(let entry), .encrypted(let entry), .method(let entry), .fileAndFolder(let entry), .failed(let entry):
            entry
        case .sameName(let one, let other): "\(one), \(other)"
        case .ratio(let entry), .damaged(let entry): entry
        case .notAnArchive, .empty, .cancelled, .full: nil
        }
    }
}

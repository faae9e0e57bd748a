import Formats

/// What is in an archive that somebody sent, as the child that looked into it says.
public struct FileContents: Codable, Sendable, Equatable {
    let format: FileFormat
    /// Files only, in the archive's order.
    let entries: [FileEntry]

    /// Bytes of all files.
    var unpackedSize: Int { entries.reduce(0) { $0 + $1.size } }
}

/// How an archive is packed.
enum FileFormat: String, Codable, Sendable {
    case zip
    /// A gzipped tar.
    case tar
}

/// One file of an archive.
struct FileEntry: Codable, Sendable, Equatable {
    let path: String
    /// Bytes.
    let size: Int
}

/// One file of an archive with what it holds.
struct FileText: Codable, Sendable, Equatable {
    let path: String
    let bytes: [UInt8]
}

/// What an archive is looked into for, and what it may cost.
public struct FilePurpose: Codable, Sendable {
    var limits = ZipLimits()
    /// Whether a gzipped tar is as good.
    var takesTar = false
    /// Whether all data is read and its checksums verified, or only what is asked for.
    var readsAll = true
    /// Of the processor.
    var seconds = 60
    /// Memory beyond what the program itself has; 100,000 entries take 130.
    var megabytes = 256

    /// A version of a module.
    static let module = FilePurpose(limits: ZipLimits(maxUnpacked: 4 << 30), takesTar: true)
    /// An app as it is shipped. Resources of Android apps have names that differ only in case.
    static let app = FilePurpose(limits: ZipLimits(ignoresCase: false), readsAll: false)
}

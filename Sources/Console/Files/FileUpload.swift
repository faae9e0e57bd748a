import Foundation
import NIOPosix
import Storage

/// A file that a request brought, on this machine for as long as somebody holds this value. When the last copy of it goes the file does,
/// unless ``Blobs/adopt(file:sha256:)`` has taken it over.
public struct FileUpload: Sendable {
    public let path: String
    /// Bytes.
    public let size: Int
    public let sha256: BlobID
    /// As hex; nil where nobody asked for it on the way.
    public let md5: String?
    /// What its owner calls it; empty when nobody said.
    public let name: String
    private let file: TemporaryFile

    public init(path: String, size: Int, sha256: BlobID, md5: String? = nil, name: String) {
        self.init(TemporaryFile(path), size: size, sha256: sha256, md5: md5, name: name)
    }

    init(_ file: TemporaryFile, size: Int, sha256: BlobID, md5: String? = nil, name: String) {
        self.file = file
        self.path = file.path
        self.size = size
        self.sha256 = sha256
        self.md5 = md5
        self.name = name
    }
}

/// A file that goes with its last holder.
final class TemporaryFile: Sendable {
    let path: String

    init(_ path: String) {
        self.path = path
    }

    /// A large one takes its time: not on the threads that all tasks share.
    deinit {
        NIOThreadPool.singleton.submit { [path] _ in unlink(path) }
    }
}

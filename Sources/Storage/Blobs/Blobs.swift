import Foundation

/// A store of large things, named by their content: a directory of this machine, or an S3-compatible store that all nodes share.
///
/// What is put is there, whole and durable, when the call returns, and never changes. Rows name blobs: write the blob first and the row after it,
/// remove the row first and the blob after it.
///
/// Every call may be made again. They throw ``BlobError`` for what is wrong with a blob, `StorageError.unavailable` when the store cannot be
/// reached or refuses, `.full` and `.disk` as files do.
public protocol Blobs: Sendable {
    /// Puts up to ``BlobLimits/inMemory`` bytes. Putting the same twice is one.
    func put(_ bytes: [UInt8]) async throws -> BlobID
    /// Puts a file of any size; it is read piece by piece and stays where it is.
    /// - Throws: `BlobError.damaged` when the file has another digest; nothing is kept of it.
    func put(file path: String, sha256: BlobID) async throws
    /// Takes a file over that the caller has just written and hashed; it is not read again. Afterwards there is none at its path, after an error
    /// there may be one.
    func adopt(file path: String, sha256: BlobID) async throws
    /// Where a blob stands as a file of this machine, for reading; nil when it does not. The file must not be changed.
    func localPath(_ id: BlobID) async throws -> String?
    /// The whole, verified; for up to ``BlobLimits/inMemory`` bytes.
    func read(_ id: BlobID) async throws -> [UInt8]
    /// A part, which cannot be verified by itself.
    /// - Throws: `BlobError.damaged` when the blob ends before the range does.
    func read(_ id: BlobID, _ range: Range<Int>) async throws -> [UInt8]
    /// In bytes; nil when there is no such blob.
    func size(_ id: BlobID) async throws -> Int?
    /// The whole into a new file (0600), verified. After an error there is no file.
    func download(_ id: BlobID, to path: String) async throws
    /// One that is not there is as good as removed.
    func remove(_ id: BlobID) async throws
    /// Some of all blobs, by id, for repair: from the first, or from the one behind `after`. Beginning with the first also clears away what
    /// uploads that were cut short left behind.
    func list(after: BlobID?, limit: Int) async throws -> [BlobListed]
}

/// A blob as its store lists it.
public struct BlobListed: Sendable, Equatable {
    public let id: BlobID
    /// Bytes.
    public let size: Int
    /// When it was put, by the store's clock.
    public let date: Date

    public init(id: BlobID, size: Int, date: Date) {
        self.id = id
        self.size = size
        self.date = date
    }
}

/// Sizes in bytes.
public enum BlobLimits {
    /// The largest that is put or read in one piece; larger ones go through files.
    public static let inMemory = 64 << 20
    /// Files are hashed, copied and downloaded in pieces of this size.
    static let piece = 8 << 20
}

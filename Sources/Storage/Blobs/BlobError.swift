/// What can be wrong with a blob. A store that is away is `StorageError.unavailable`.
public enum BlobError: Error, Equatable, CustomStringConvertible {
    /// The store has none of this name.
    case missing(BlobID)
    /// What is there, or was given to be put, is not what its name says.
    case damaged(BlobID, String)
    /// Longer than ``BlobLimits/inMemory``: it has to go through a file.
    case tooLarge(Int)

    public var description: String {
        switch self {
        case .missing(let id): "there is no blob \(id)"
        case .damaged(let id, let reason): "blob \(id) is damaged: \(reason)"
        case .tooLarge(let size): "a blob of \(size) bytes is too large for one piece, \(BlobLimits.inMemory) at most"
        }
    }
}

extension BlobID {
    /// - Throws: `BlobError.damaged` unless these bytes have this name.
    func verify(_ bytes: [UInt8]) throws {
        guard BlobID(of: bytes) == self else { throw BlobError.damaged(self, "its \(bytes.count) bytes have another digest") }
    }
}

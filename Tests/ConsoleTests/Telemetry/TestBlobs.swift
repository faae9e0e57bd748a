import Storage
import Synchronization

/// An object store that can be taken away, and that tells what is put into it.
final class TestBlobs: Blobs {
    private let store: any Blobs
    private let state = Mutex(State())

    private struct State {
        var isAway = false
        var afterPut: (@Sendable () async throws -> Void)?
    }

    init(_ store: any Blobs) {
        self.store = store
    }

    /// While it is away every call fails as it does when nobody answers.
    func setAway(_ isAway: Bool) {
        state.withLock { $0.isAway = isAway }
    }

    /// What happens when something was put, before whoever put it goes on.
    func setAfterPut(_ body: (@Sendable () async throws -> Void)?) {
        state.withLock { $0.afterPut = body }
    }

    private var open: any Blobs {
        get throws {
            guard !state.withLock(\.isAway) else { throw StorageError.unavailable("the object store is away") }
            return store
        }
    }

    func put(_ bytes: [UInt8]) async throws -> BlobID {
        let id = try await open.put(bytes)
        try await state.withLock(\.afterPut)?()
        return id
    }

    func put(file path: String, sha256: BlobID) async throws {
        try await open.put(file: path, sha256: sha256)
        try await state.withLock(\.afterPut)?()
    }

    func adopt(file path: String, sha256: BlobID) async throws { try await open.adopt(file: path, sha256: sha256) }
    func localPath(_ id: BlobID) async throws -> String? { try await open.localPath(id) }
    func read(_ id: BlobID) async throws -> [UInt8] { try await open.read(id) }
    func read(_ id: BlobID, _ range: Range<Int>) async throws -> [UInt8] { try await open.read(id, range) }
    func size(_ id: BlobID) async throws -> Int? { try await open.size(id) }
    func download(_ id: BlobID, to path: String) async throws { try await open.download(id, to: path) }
    func remove(_ id: BlobID) async throws { try await open.remove(id) }
    func list(after: BlobID?, limit: Int) async throws -> [BlobListed] { try await open.list(after: after, limit: limit) }
}

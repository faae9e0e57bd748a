import Foundation
import Signing
import Synchronization

/// The SHA-256 of a file, made by a thread of its own while another still writes it.
///
///     let follower = DigestFollower(writer.partPath)
///     try writer.close(settled: follower.advance)
///     let digest = try follower.finish()
///
/// The file's bytes come out of the page cache; it may be renamed, once ``advance(to:)`` was called for the first time.
public final class DigestFollower: Sendable {
    private let path: String
    private let state = Mutex(State())
    private let changed = DispatchSemaphore(value: 0)
    private let done = DispatchSemaphore(value: 0)

    private struct State {
        /// Bytes that will not change any more.
        var settled = 0
        /// Opened where it is said to be there, as it may have another name soon.
        var file: FileHandle?
        var isWhole = false
        var outcome: Result<[UInt8], any Error>?
    }

    public init(_ path: String) {
        self.path = path
        let thread = Thread { [self] in follow() }
        thread.start()
    }

    /// - Parameter count: of bytes, from the first, that are there for good.
    public func advance(to count: Int) {
        state.withLock { state in
            state.settled = max(state.settled, count)
            state.file = state.file ?? FileHandle(forReadingAtPath: path)
        }
        changed.signal()
    }

    /// Waits for the digest of the bytes up to where it was advanced; has to be called once, also when nobody wants it any more.
    /// - Throws: `StorageError` when they cannot be read.
    @discardableResult
    public func finish() throws -> [UInt8] {
        state.withLock { $0.isWhole = true }
        changed.signal()
        done.wait()
        return try state.withLock { try $0.outcome?.get() ?? [] }
    }

    private func follow() {
        let outcome = Result { try hash() }
        state.withLock { $0.outcome = outcome }
        done.signal()
    }

    private func hash() throws -> [UInt8] {
        let digest = Digest.Stream(.sha256)
        var position = 0
        while true {
            let (settled, isWhole, file) = state.withLock { ($0.settled, $0.isWhole, $0.file) }
            if position == settled {
                if isWhole { return digest.finish() }
                changed.wait()
                continue
            }
            // The position is the file's own, this thread the only one that reads it.
            guard let piece = try file?.read(upToCount: min(Self.piece, settled - position)), !piece.isEmpty else {
                throw StorageError.disk("\(path) ends before \(settled)")
            }
            digest.update([UInt8](piece))
            position += piece.count
        }
    }

    private static let piece = 256 << 10
}

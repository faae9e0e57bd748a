import Foundation
import Signing

/// A file of this machine that is sent piece by piece.
final class RemoteFile: Sendable {
    let path: String
    /// Bytes.
    let size: Int
    private let descriptor: Int32

    /// The last part of its path.
    var name: String { (path as NSString).lastPathComponent }

    /// - Throws: ``RemoteError/file(_:)`` for what cannot be read, and for what is no file.
    init(_ path: String) throws {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        var status = stat()
        let isOpen = descriptor >= 0 && fstat(descriptor, &status) == 0
        size = Int(status.st_size)
        guard isOpen else { throw RemoteError.system(path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw RemoteError.file("\(path) is no file") }
        guard size > 0 else { throw RemoteError.file("\(path) is empty") }
    }

    /// Also runs when `init` throws after `open`.
    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// In hex. Takes some seconds for a file of gigabytes: not on the threads that all tasks share.
    func sha256() async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try self.hash() }) }
        }
    }

    private func hash() throws -> String {
        let digest = Digest.Stream(.sha256)
        var place = 0
        while place < size {
            let piece = try read(at: place, upTo: 1 << 20)
            digest.update(piece)
            place += piece.count
        }
        return Hex.encode(digest.finish())
    }

    /// - Throws: ``RemoteError/file(_:)`` also when the file ends before that.
    func read(at start: Int, upTo count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: min(count, size - start))
        let got = pread(descriptor, &bytes, bytes.count, off_t(start))
        guard got >= 0 else { throw RemoteError.system(path) }
        guard got > 0 else { throw RemoteError.file("\(path) became shorter while it was read") }
        return got == bytes.count ? bytes : Array(bytes.prefix(got))
    }
}

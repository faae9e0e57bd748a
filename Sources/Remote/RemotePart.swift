import Foundation
import Signing

/// A file on its way: `<path>.part`, and beside it `<path>.part.etag` with what the server calls the whole. One process writes it at a time.
final class RemotePart {
    private(set) var length = 0
    /// Strong, or nil when nobody knows what the bytes belong to.
    private(set) var etag: String?
    private let path: String
    private let descriptor: Int32
    private let digest = Digest.Stream(.sha256)

    private var partPath: String { path + ".part" }
    private var etagPath: String { path + ".part.etag" }

    /// Opens what an earlier command left, and hashes it; what nobody knows the owner of, or what is too long, is forgotten.
    /// - Parameter limit: bytes of the whole.
    init(of path: String, limit: Int) throws {
        self.path = path
        descriptor = open(path + ".part", O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw RemoteError.system(path + ".part") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw RemoteError.file("another command is downloading \(path) at the moment") }
        try read(limit)
    }

    /// Also runs when `init` throws after `open`.
    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    private func read(_ limit: Int) throws {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw RemoteError.system(partPath) }
        let known = (try? String(contentsOfFile: etagPath, encoding: .utf8)) ?? ""
        guard status.st_size <= limit, !known.isEmpty, known.utf8.count <= 202 else { return try restart(etag: nil) }
        etag = known
        length = Self.hash(descriptor, Int(status.st_size), into: digest)
    }

    /// - Returns: bytes that were there.
    private static func hash(_ descriptor: Int32, _ size: Int, into digest: Digest.Stream) -> Int {
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        var done = 0
        while done < size {
            let count = pread(descriptor, &chunk, chunk.count, off_t(done))
            guard count > 0 else { break }
            digest.update(count == chunk.count ? chunk : Array(chunk.prefix(count)))
            done += count
        }
        return done
    }

    /// Whether the whole file has its name already.
    static func isThere(_ path: String, _ facts: RemoteFileFacts) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size == facts.size else { return false }
        let digest = Digest.Stream(.sha256)
        _ = hash(descriptor, facts.size, into: digest)
        return Hex.encode(digest.finish()) == facts.sha256
    }

    /// Forgets what is there.
    func restart(etag: String?) throws {
        _ = digest.finish()
        length = 0
        self.etag = etag
        guard ftruncate(descriptor, 0) == 0 else { throw RemoteError.system(partPath) }
        unlink(etagPath)
        guard let etag else { return }
        do {
            try etag.write(toFile: etagPath, atomically: true, encoding: .utf8)
        } catch {
            throw RemoteError.file("\(etagPath) cannot be written: \((error as NSError).localizedDescription)")
        }
    }

    func write(_ bytes: [UInt8]) throws {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(length + done)) }
            guard count > 0 || (count < 0 && errno == EINTR) else { throw RemoteError.system(partPath) }
            done += max(count, 0)
        }
        digest.update(bytes)
        length += bytes.count
    }

    /// Gives the file its name.
    /// - Throws: ``RemoteError/wrongDigest(_:)``; nothing is there any more then.
    func finish(sha256: String, name: String) throws {
        guard Hex.encode(digest.finish()) == sha256.lowercased() else {
            try discard()
            throw RemoteError.wrongDigest(name)
        }
        guard fsync(descriptor) == 0, rename(partPath, path) == 0 else { throw RemoteError.system(path) }
        unlink(etagPath)
    }

    func discard() throws {
        unlink(partPath)
        unlink(etagPath)
    }
}

extension RemoteError {
    /// What the system said last of a file.
    static func system(_ path: String) -> RemoteError {
        .file("\(path): \(String(cString: strerror(errno)))")
    }
}

import Foundation

#if canImport(Android)
import Android
#endif

/// Keeps a second writer out for as long as it lives; the system lets go of it when the process ends, however it ends.
final class OfflineLock {
    private let descriptor: Int32

    init(_ path: String) throws(OfflineError) {
        descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .disk("\(path): \(String(cString: strerror(errno)))") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .inUse(path) }
    }

    /// Also runs when `init` throws: every property has its value by then.
    deinit {
        if descriptor >= 0 { close(descriptor) }
    }
}

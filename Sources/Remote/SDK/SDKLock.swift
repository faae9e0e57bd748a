import Foundation

/// Keeps other processes away for as long as it lives; the system lets go of it when the process ends, however it ends.
final class SDKLock: Sendable {
    private let descriptor: Int32

    /// - Throws: ``SDKError/inUse(_:)`` when another has it.
    init(_ directory: String) throws {
        descriptor = open(directory + "/.lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SDKError.file("\(directory)/.lock: \(String(cString: strerror(errno)))") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw SDKError.inUse(directory) }
    }

    /// Also runs when `init` throws: every property has its value by then.
    deinit {
        if descriptor >= 0 { close(descriptor) }
    }
}

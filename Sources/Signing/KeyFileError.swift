import Foundation

/// Why a key file was refused. The descriptions are for the log at start, where no catalogue is loaded yet.
public enum KeyFileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A directory, a pipe or a device stands in its place.
    case notAFile(path: String)
    /// Group or others have rights on it; `mode` is the permission bits.
    case exposed(path: String, mode: Int)
    /// It has `size` bytes instead of `KeyFile.size`.
    case wrongSize(path: String, size: Int)
    /// The system refused; `code` is its `errno`.
    case system(path: String, code: Int32)

    public var description: String {
        switch self {
        case .notAFile(let path):
            "key file \(path) is not a regular file"
        case .exposed(let path, let mode):
            "key file \(path) has mode 0\(String(mode, radix: 8)): only its owner may have rights on it; run chmod 600 \(path)"
        case .wrongSize(let path, let size):
            "key file \(path) has \(size) bytes instead of \(KeyFile.size): restore it from a backup, what it sealed cannot be read without it"
        case .system(let path, let code):
            "key file \(path): \(String(cString: strerror(code)))"
        }
    }
}

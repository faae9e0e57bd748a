import Foundation

#if canImport(Android)
import Android
#endif

/// The file of one hour, open at its end.
final class DeviceLogFile {
    let name: String
    private(set) var size: Int
    private let descriptor: Int32

    /// Goes on with what is there. A line that was cut off, by a loss of power, is ended first.
    init?(_ path: String, name: String) {
        descriptor = open(path, O_CREAT | O_RDWR | O_APPEND | O_CLOEXEC, 0o600)
        self.name = name
        size = 0
        guard descriptor >= 0 else { return nil }
        size = Int(lseek(descriptor, 0, SEEK_END))
        guard size > 0 else { return }
        var last: UInt8 = 0
        if pread(descriptor, &last, 1, off_t(size - 1)) == 1, last != UInt8(ascii: "\n") { append([UInt8(ascii: "\n")]) }
    }

    /// Also runs when `init` fails: every property has its value by then.
    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// One call to the system, which puts the line behind all others as a whole.
    ///
    /// - Returns: the bytes that are in the file now, 0 when the disk took none.
    @discardableResult
    func append(_ line: [UInt8]) -> Int {
        let written = max(0, write(descriptor, line, line.count))
        size += written
        return written
    }
}

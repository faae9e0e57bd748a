import ArgumentParser
import Foundation

/// Where an answer goes. A file is made when something comes, so that a refusal leaves what is there; a terminal gets a line's end after an answer
/// that has none.
final class APIOutput {
    private let path: String?
    private var handle: FileHandle?
    private var last: UInt8?

    /// - Parameter path: of a file; nil for standard output.
    init(_ path: String?) {
        self.path = path
    }

    /// - Throws: `Refusal` for a file that cannot be written; `ExitCode` when who reads has seen enough, as `head` has.
    func write(_ bytes: [UInt8]) throws {
        guard !bytes.isEmpty else { return }
        do {
            try opened().write(contentsOf: Data(bytes))
        } catch let error as NSError where (error.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == Int(EPIPE) {
            throw ExitCode(128 + SIGPIPE)
        }
        last = bytes.last
    }

    private func opened() throws -> FileHandle {
        if let handle { return handle }
        let opened = try path.map(Self.make) ?? .standardOutput
        handle = opened
        return opened
    }

    private static func make(_ path: String) throws -> FileHandle {
        guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path) else {
            throw Refusal("\(path) cannot be written")
        }
        return file
    }

    /// An answer without a body makes an empty file.
    func finish() throws {
        if path != nil {
            _ = try opened()
            return
        }
        if isatty(STDOUT_FILENO) == 1, let last, last != UInt8(ascii: "\n") { try write([UInt8(ascii: "\n")]) }
    }
}

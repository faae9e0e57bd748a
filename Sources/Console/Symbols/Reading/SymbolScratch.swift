import Formats
import Foundation
import Signing

/// A folder in which files are put that were taken out of archives.
final class SymbolScratch {
    let folder: String
    let prefix: String
    private var count = 0

    init(folder: String, prefix: String) {
        (self.folder, self.prefix) = (folder, prefix)
    }

    /// Removes what is there of one who failed, or was killed.
    static func clear(_ folder: String, _ prefix: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where name.hasPrefix(prefix) { unlink("\(folder)/\(name)") }
    }

    /// A new file; what a console left that was killed is cleared away by its ending.
    func file() throws(SymbolRefusal) -> SymbolTarget {
        count += 1
        return try SymbolTarget(folder: folder, file: "\(prefix)\(count).part")
    }

    /// A part of a file as one of its own.
    func cut(_ range: Range<Int>, of piece: SymbolPiece) throws(SymbolRefusal) -> SymbolPiece {
        let target = try file()
        do {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: piece.path))
            defer { try? handle.close() }
            try handle.seek(toOffset: UInt64(range.lowerBound))
            var left = range.count
            while left > 0, let bytes = try handle.read(upToCount: min(left, 1 << 20)), !bytes.isEmpty {
                try target.write(Array(bytes))
                left -= bytes.count
            }
        } catch {
            throw .full
        }
        return try target.finish(named: piece.name)
    }
}

/// A file that is written and hashed on the way.
final class SymbolTarget {
    private let folder: String
    let file: String
    private let handle: FileHandle
    private let digest = Digest.Stream(.sha256)

    init(folder: String, file: String) throws(SymbolRefusal) {
        let path = "\(folder)/\(file)"
        guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
            let handle = FileHandle(forWritingAtPath: path)
        else { throw .full }
        (self.folder, self.file, self.handle) = (folder, file, handle)
    }

    func write(_ bytes: [UInt8]) throws {
        try handle.write(contentsOf: bytes)
        digest.update(bytes)
    }

    func finish(named name: String) throws(SymbolRefusal) -> SymbolPiece {
        do {
            try handle.close()
        } catch {
            throw .full
        }
        return SymbolPiece(path: "\(folder)/\(file)", file: file, name: name, sha256: Hex.encode(digest.finish()))
    }
}

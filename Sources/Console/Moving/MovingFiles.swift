import Foundation
import Signing
import Storage

/// Files that are copied piece by piece, and hashed on the way. Everything here waits for the disk: see ``blocking(_:)``.
enum MovingFiles {
    private static let piece = 8 << 20
    private static let queue = DispatchQueue(label: "moving files", attributes: .concurrent)

    /// What a file holds.
    struct Content: Sendable, Equatable {
        let size: Int
        /// Lower-case hex.
        let sha256: String
    }

    /// Runs something that waits for the disk on a thread that nobody else needs.
    static func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try body() }) }
        }
    }

    /// A directory for its owner alone; those above it are made too.
    static func makeDirectory(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// - Returns: nil when there is nothing of this name.
    static func size(_ path: String) throws -> Int? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return (try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber)?.intValue
    }

    /// - Parameter length: how much of it; all of it when nil.
    static func content(of path: String, length: Int? = nil) throws -> Content {
        try read(path, length) { _, _ in }
    }

    /// Copies a file, or the first `length` bytes of it, to a new one (0600) whose directory is made when it is missing.
    /// Returns when the bytes are on disk.
    static func copy(_ source: String, to target: String, length: Int? = nil) throws -> Content {
        try makeDirectory((target as NSString).deletingLastPathComponent)
        let file = try AppendFile(target, length: 0)
        let content = try read(source, length) { try file.write($0, at: $1) }
        try file.sync()
        return content
    }

    private static func read(_ path: String, _ length: Int?, _ take: ([UInt8], Int) throws -> Void) throws -> Content {
        guard let size = try size(path) else { throw MovingError("there is no file \(path)") }
        let length = length ?? size
        guard length <= size else { throw MovingError("\(path) has \(size) bytes, \(length) were expected") }
        let digest = Digest.Stream(.sha256)
        for start in stride(from: 0, to: length, by: piece) {
            let bytes = try AppendFile.read(path, at: start, count: min(piece, length - start))
            digest.update(bytes)
            try take(bytes, start)
        }
        return Content(size: length, sha256: Hex.encode(digest.finish()))
    }

    /// Makes a database of SQLite's that was written one file again, without a log beside it that belongs to it.
    static func compact(_ path: String) async throws {
        let database = try Database(path: path, readLimit: .seconds(3_600))
        do {
            try await database.backUp(to: path + ".whole")
        } catch {
            try? database.close()
            throw error
        }
        try? database.close()
        for end in ["", "-wal", "-shm"] { remove(path + end) }
        try rename(path + ".whole", to: path)
    }

    /// Paths of all files below a directory, from there on, in order; none where there is no directory.
    static func list(_ directory: String) throws -> [String] {
        guard let all = FileManager.default.enumerator(atPath: directory) else { return [] }
        var files: [String] = []
        while let path = all.nextObject() as? String {
            if all.fileAttributes?[.type] as? FileAttributeType == .typeRegular { files.append(path) }
        }
        return files.sorted()
    }

    /// Makes the names of everything below a directory, and its own, durable.
    static func syncDirectories(_ directory: String) throws {
        try AppendFile.syncDirectory(directory)
        guard let all = FileManager.default.enumerator(atPath: directory) else { return }
        while let path = all.nextObject() as? String {
            if all.fileAttributes?[.type] as? FileAttributeType == .typeDirectory { try AppendFile.syncDirectory("\(directory)/\(path)") }
        }
    }

    /// Renames, and returns when the new name is on disk.
    static func rename(_ source: String, to target: String) throws {
        guard Foundation.rename(source, target) == 0 else { throw MovingError("\(source) to \(target): \(String(cString: strerror(errno)))") }
        try AppendFile.syncDirectory((target as NSString).deletingLastPathComponent)
    }

    static func remove(_ path: String) {
        try? FileManager.default.removeItem(atPath: path)
    }
}

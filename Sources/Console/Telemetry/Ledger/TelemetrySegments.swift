import Foundation
import Gzip
import Storage
import Synchronization

/// The files of raw lines, below one directory. One group at a time appends; anybody reads what the ledger names.
final class TelemetrySegments: Sendable {
    private let directory: String
    private let files = Mutex<[TelemetrySegment: AppendFile]>([:])

    /// - Parameter directory: made when it is missing.
    init(directory: String) throws {
        self.directory = directory
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    func path(_ segment: TelemetrySegment) -> String {
        "\(directory)/\(segment.name)"
    }

    /// The file, open for as long as it is used often enough.
    /// - Parameter length: as the ledger knows it; asked only when the file is not open.
    func file(_ segment: TelemetrySegment, length: () throws -> Int) throws -> AppendFile {
        if let file = files.withLock({ $0[segment] }) { return file }
        let file = try open(segment, length: try length())
        files.withLock { files in
            // Yesterday's files and rarely used apps go with the others; opening one again costs microseconds.
            if files.count >= Self.mostOpen { files.removeAll() }
            files[segment] = file
        }
        return file
    }

    private static let mostOpen = 64

    private func open(_ segment: TelemetrySegment, length: Int) throws -> AppendFile {
        let folder = "\(directory)/\(segment.app)"
        if !FileManager.default.fileExists(atPath: folder) {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try AppendFile.syncDirectory(directory)
        }
        let file = try AppendFile(path(segment), length: length)
        if length == 0 { try AppendFile.syncDirectory(folder) }
        return file
    }

    /// The unpacked body of one upload.
    /// - Throws: `StorageError` or `GzipError` when the file does not hold what the ledger says.
    func body(_ segment: TelemetrySegment, at position: Int, length: Int) throws -> [UInt8] {
        let packed = try AppendFile.read(path(segment), at: position, count: length)
        return try Gzip.decompress(packed, limit: TelemetryLimits.unpacked, ratio: TelemetryLimits.ratio)
    }

    /// Deletes a file; one that is not there is as good as deleted.
    func remove(_ segment: TelemetrySegment) throws {
        files.withLock { $0[segment] = nil }
        let path = path(segment)
        if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
    }
}

import Foundation
import Gzip
import Storage
import Synchronization

/// The files of raw lines, below one directory. One group at a time appends; anybody reads what the ledger names.
final class TelemetrySegments: TelemetryRaw {
    private let directory: String
    private let files = Mutex<[TelemetrySegment: AppendFile]>([:])

    let isShared = false

    /// - Parameter directory: made when it is missing.
    init(directory: String) throws {
        self.directory = directory
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    func path(_ segment: TelemetrySegment) -> String {
        "\(directory)/\(segment.name)"
    }

    func append(_ entries: [TelemetryEntry], _ connection: Connection) throws -> any TelemetryAppend {
        let append = TelemetrySegmentAppend(self)
        for entry in entries { try append.place(entry, length: connection.segmentLength) }
        do {
            try append.write()
        } catch {
            append.undo()
            throw error
        }
        return append
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

    func remove(_ segments: [TelemetrySegment]) throws {
        for segment in segments {
            files.withLock { $0[segment] = nil }
            let path = path(segment)
            if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
        }
    }
}

extension TelemetrySegments: TelemetryReader {
    func reader() -> any TelemetryReader { self }

    func body(of row: TelemetryLedgerRow) async throws -> [UInt8]? {
        try body(row)
    }

    func body(of row: TelemetryLedgerRow, _: Connection) throws -> [UInt8]? {
        try body(row)
    }

    private func body(_ row: TelemetryLedgerRow) throws -> [UInt8] {
        let packed = try AppendFile.read(path(row.chunk.segment), at: row.range.lowerBound, count: row.range.count)
        return try Gzip.decompress(packed, limit: TelemetryLimits.unpacked, ratio: TelemetryLimits.ratio)
    }
}

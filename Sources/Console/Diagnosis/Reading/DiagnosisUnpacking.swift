import Formats
import Foundation
import Gzip

/// What a device sent, as its log files: a zip, a gzipped tar, one gzipped file, or one file as it is. Files that are no text are passed over.
struct DiagnosisUnpacking {
    let path: String
    let limits: ZipLimits

    private static let piece = 64 << 10
    /// Bytes of a file in which a NUL says that it is no text.
    private static let probe = 512

    func read(into reader: inout DeviceLogReader) throws {
        let head = try bytes(at: 0, Self.probe)
        if head.starts(with: [0x50, 0x4B, 0x03, 0x04]) || head.starts(with: [0x50, 0x4B, 0x05, 0x06]) { return try readZip(into: &reader) }
        guard head.starts(with: [0x1F, 0x8B]) else { return try readText(head, into: &reader) }
        if try isTar() { try readTar(into: &reader) } else { try readGzip(into: &reader) }
    }

    private func bytes(at start: Int, _ count: Int) throws -> [UInt8] {
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? handle.close() }
        try handle.seek(toOffset: UInt64(start))
        return Array(try handle.read(upToCount: count) ?? Data())
    }

    private func eachPiece(_ body: ([UInt8]) throws -> Void) throws {
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? handle.close() }
        while let piece = try handle.read(upToCount: Self.piece), !piece.isEmpty { try body(Array(piece)) }
    }

    // MARK: one file

    private func readText(_ head: [UInt8], into reader: inout DeviceLogReader) throws {
        guard !head.isEmpty else { throw DiagnosisRefusal.empty }
        guard !head.contains(0) else { throw DiagnosisRefusal.notText }
        try reader.begin("")
        try eachPiece { try reader.take($0[...]) }
    }

    private func readGzip(into reader: inout DeviceLogReader) throws {
        try reader.begin("")
        var isFirst = true
        do {
            let inflater = try Inflater(Expansion(limit: limits.maxUnpacked, ratio: limits.maxRatio))
            try eachPiece { piece in
                let text = try inflater.write(piece)
                if isFirst, !text.isEmpty {
                    guard !text.prefix(Self.probe).contains(0) else { throw DiagnosisRefusal.notText }
                    isFirst = false
                }
                try reader.take(text[...])
            }
            try inflater.finish()
        } catch let error as GzipError {
            switch error {
            case .ratio: throw DiagnosisRefusal.bomb
            case .tooLarge: throw DiagnosisRefusal.tooLarge
            default: throw DiagnosisRefusal.damaged
            }
        }
    }

    // MARK: archives

    /// Whether what is packed begins as a tar does: its first header names its kind at byte 257 (POSIX.1-2017, pax, "ustar Interchange Format").
    private func isTar() throws -> Bool {
        guard let inflater = try? Inflater(Expansion(limit: limits.maxUnpacked, ratio: limits.maxRatio)),
            let head = try? inflater.write(try bytes(at: 0, 4_096)), head.count >= 262
        else { return false }
        return head[257..<262].elementsEqual("ustar".utf8)
    }

    private func readTar(into reader: inout DeviceLogReader) throws {
        let gathering = DiagnosisTarGathering(reader)
        _ = try TarReader.read(gzip: path, limits: limits) { entry, piece in gathering.take(entry, piece) }
        reader = try gathering.finished()
    }

    /// Hour files in the order of their names, which is that of their times.
    private func readZip(into reader: inout DeviceLogReader) throws {
        let archive = try ZipReader(path: path, limits: limits)
        for entry in archive.entries.filter({ !$0.isDirectory }).sorted(by: { $0.path < $1.path }) {
            guard try !archive.head(entry.index, Self.probe).contains(0) else { continue }
            try reader.begin(entry.path)
            try archive.read(entry.index) { try reader.take($0[...]) }
        }
    }
}

/// Takes the files of a tar as they come; what goes wrong is told at the end, because nothing stops the archive's reader.
private final class DiagnosisTarGathering {
    private var reader: DeviceLogReader
    private var path: String?
    private var isText = true
    private var failure: (any Error)?

    init(_ reader: DeviceLogReader) {
        self.reader = reader
    }

    func take(_ entry: TarEntry, _ piece: ArraySlice<UInt8>) {
        guard failure == nil else { return }
        do {
            if path != entry.path {
                path = entry.path
                isText = !piece.prefix(512).contains(0)
                if isText { try reader.begin(entry.path) }
            }
            if isText { try reader.take(piece) }
        } catch {
            failure = error
        }
    }

    func finished() throws -> DeviceLogReader {
        if let failure { throw failure }
        return reader
    }
}

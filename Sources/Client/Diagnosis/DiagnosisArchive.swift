import Foundation
import Gzip

/// Writes a zip file of some files, deflated, one after the other (PKWARE APPNOTE 6.3.9): one of them is in memory at a time.
struct DiagnosisArchive {
    private struct Entry {
        let name: [UInt8]
        let crc: ArraySlice<UInt8>
        let packed: Int
        let size: Int
        let offset: Int
    }

    /// The year 1980: the times are in the lines.
    private static let date: [UInt8] = [0, 0, 0x21, 0]
    /// What gzip puts before and behind the deflated bytes (RFC 1952), for a member without a name.
    private static let head = 10
    private static let tail = 8

    private let handle: FileHandle
    private var entries: [Entry] = []
    private var size = 0

    /// Begins a file anew; others may not read it.
    /// - Throws: what the disk says.
    init(_ url: URL) throws {
        guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
            throw CocoaError(.fileWriteUnknown)
        }
        handle = try FileHandle(forWritingTo: url)
    }

    /// - Throws: what the disk says.
    mutating func add(_ name: String, _ content: [UInt8]) throws {
        let member = try Gzip.compress(content)
        let packed = member[Self.head..<(member.count - Self.tail)]
        let entry = Entry(
            name: Array(name.utf8),
            crc: member.suffix(Self.tail).prefix(4),
            packed: packed.count,
            size: content.count,
            offset: size
        )
        try write(Self.number(0x0403_4B50, 4) + Self.facts(entry) + entry.name + packed)
        entries.append(entry)
    }

    /// Writes the directory behind the files.
    /// - Throws: what the disk says.
    mutating func finish() throws {
        let start = size
        for entry in entries {
            // Version made by; behind the shared fields: comment, disk, attributes within and without, offset.
            let rest = Self.number(0, 2) + Self.number(0, 2) + Self.number(0, 2) + Self.number(0, 4) + Self.number(entry.offset, 4)
            try write(Self.number(0x0201_4B50, 4) + Self.number(20, 2) + Self.facts(entry) + rest + entry.name)
        }
        let counts = Self.number(0, 4) + Self.number(entries.count, 2) + Self.number(entries.count, 2)
        try write(Self.number(0x0605_4B50, 4) + counts + Self.number(size - start, 4) + Self.number(start, 4) + Self.number(0, 2))
        try handle.synchronize()
        try handle.close()
    }

    private mutating func write(_ bytes: [UInt8]) throws {
        try handle.write(contentsOf: bytes)
        size += bytes.count
    }

    /// The fields that stand both before a file and in the directory: version, flags, method, time, checksum, sizes, lengths.
    private static func facts(_ entry: Entry) -> [UInt8] {
        let sizes = number(entry.packed, 4) + number(entry.size, 4) + number(entry.name.count, 2) + number(0, 2)
        return number(20, 2) + number(0, 2) + number(8, 2) + date + entry.crc + sizes
    }

    /// Little-endian.
    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}

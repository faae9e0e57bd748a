import Foundation
import Gzip

/// Reads the zip inside a package, and no other: the files asked for and nothing besides, stored or deflated, without encryption, comments or
/// descriptors (PKWARE APPNOTE 6.3.9). Everything is bounded by the package's own limit.
enum HotpatchZip {
    private struct Entry {
        let name: String
        let method: Int
        let crc: UInt32
        let packed: Int
        let size: Int
        let offset: Int
    }

    private static let end = 22
    private static let central = 46
    private static let local = 30

    /// - Parameter names: of all files in it, sorted.
    static func read(_ zip: [UInt8], names: [String]) throws(HotpatchFault) -> [String: [UInt8]] {
        guard zip.count >= end, number(zip, zip.count - end, 4) == 0x0605_4B50 else { throw .contents }
        let tail = zip.count - end
        let (count, size, start) = (number(zip, tail + 10, 2), number(zip, tail + 12, 4), number(zip, tail + 16, 4))
        guard number(zip, tail + 8, 2) == count, number(zip, tail + 20, 2) == 0, count == names.count, start + size == tail else { throw .contents }
        var (files, at): ([String: [UInt8]], Int) = ([:], start)
        for _ in 0..<count {
            let entry = try entry(zip, &at, before: tail)
            guard files[entry.name] == nil else { throw .contents }
            files[entry.name] = try content(zip, entry, before: start)
        }
        guard at == tail, files.keys.sorted() == names else { throw .contents }
        return files
    }

    private static func entry(_ zip: [UInt8], _ at: inout Int, before limit: Int) throws(HotpatchFault) -> Entry {
        guard at + central <= limit, number(zip, at, 4) == 0x0201_4B50 else { throw .contents }
        // Bit 0 is encryption, bit 3 a descriptor behind the data.
        guard number(zip, at + 8, 2) & 0b1001 == 0 else { throw .contents }
        let nameSize = number(zip, at + 28, 2)
        let next = at + central + nameSize + number(zip, at + 30, 2) + number(zip, at + 32, 2)
        guard next <= limit else { throw .contents }
        defer { at = next }
        return Entry(
            name: String(decoding: zip[(at + central)..<(at + central + nameSize)], as: UTF8.self),
            method: number(zip, at + 10, 2),
            crc: UInt32(number(zip, at + 16, 4)),
            packed: number(zip, at + 20, 4),
            size: number(zip, at + 24, 4),
            offset: number(zip, at + 42, 4)
        )
    }

    private static func content(_ zip: [UInt8], _ entry: Entry, before limit: Int) throws(HotpatchFault) -> [UInt8] {
        guard entry.offset + local <= limit, number(zip, entry.offset, 4) == 0x0403_4B50, isWithinLimits(entry) else { throw .contents }
        let nameSize = number(zip, entry.offset + 26, 2)
        let start = entry.offset + local + nameSize + number(zip, entry.offset + 28, 2)
        guard start + entry.packed <= limit, zip[(entry.offset + local)...].prefix(nameSize).elementsEqual(entry.name.utf8) else { throw .contents }
        let content = try unpack(Array(zip[start..<(start + entry.packed)]), entry)
        guard content.count == entry.size, HotpatchCRC.of(content) == entry.crc else { throw .contents }
        return content
    }

    private static func isWithinLimits(_ entry: Entry) -> Bool {
        // What format 1 packs is a script, its padding and the initialization vector.
        entry.size <= HotpatchPackage.scriptLimit + 32 && (entry.size <= 65_536 || entry.size / 200 <= entry.packed)
    }

    private static func unpack(_ packed: [UInt8], _ entry: Entry) throws(HotpatchFault) -> [UInt8] {
        switch entry.method {
        case 0: return packed
        case 8:
            guard let content = try? Gzip.inflateRaw(packed, limit: entry.size) else { throw .contents }
            return content
        default: throw .contents
        }
    }

    /// Little-endian.
    private static func number(_ bytes: [UInt8], _ at: Int, _ count: Int) -> Int {
        bytes[at..<(at + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}

/// The checksum of zip files: CRC-32 (ISO 3309), reflected.
enum HotpatchCRC {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }

    static func of(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { crc, byte in crc >> 8 ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] }
    }
}

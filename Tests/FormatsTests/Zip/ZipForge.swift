import Foundation
import Gzip

@testable import Formats

/// An archive made by hand, so that every field of it can be a lie.
struct ZipForge {
    var items: [Item] = []
    /// The end record's words, where they are to differ from the truth.
    var count: UInt64?
    var directorySize: UInt64?
    var comment: [UInt8] = []
    /// Whether the end is said in ZIP64's records.
    var isLong = false
    /// Put between the data and the directory.
    var gap: [UInt8] = []

    struct Item {
        var name: [UInt8]
        var packed: [UInt8]
        var size: UInt32
        var crc: UInt32
        var method: UInt16
        var flags: UInt16 = 0
        var attributes: UInt32 = 0
        /// In its own header, where it is another.
        var localName: [UInt8]?
        /// Where its own header is said to be, where that is elsewhere.
        var offset: UInt32?
        /// Whether sizes and place are said in ZIP64's extra field.
        var isLong = false

        init(_ name: String, _ data: [UInt8]? = nil, deflated: Bool = false) {
            let data = data ?? (name.hasSuffix("/") ? [] : Array("data".utf8))
            // A gzip member is 10 bytes, the deflated data, its checksum and its size.
            let member = try! Gzip.compress(data)
            self.name = Array(name.utf8)
            packed = deflated ? Array(member.dropFirst(10).dropLast(8)) : data
            size = UInt32(data.count)
            crc = UInt32(member.suffix(8).number(at: 0, 4))
            method = deflated ? 8 : 0
        }
    }

    init(_ items: Item...) {
        self.items = items
    }

    var bytes: [UInt8] {
        var file: [UInt8] = []
        var directory: [UInt8] = []
        for item in items {
            let offset = UInt64(item.offset ?? UInt32(file.count))
            file += Self.header(item) + item.packed
            directory += Self.record(item, offset)
        }
        file += gap
        let start = UInt64(file.count)
        let size = directorySize ?? UInt64(directory.count)
        let count = count ?? UInt64(items.count)
        file += directory
        if isLong { file += Self.longEnd(count, size, start, at: UInt64(file.count)) }
        let short = isLong ? (0xFFFF, 0xFFFF_FFFF, 0xFFFF_FFFF) : (count, size, start)
        return file + Self.word(0x0605_4B50, 4) + Self.word(0, 4) + Self.word(short.0, 2) + Self.word(short.0, 2) + Self.word(short.1, 4)
            + Self.word(short.2, 4) + Self.word(UInt64(comment.count), 2) + comment
    }

    private static func header(_ item: Item) -> [UInt8] {
        let name = item.localName ?? item.name
        let extra = item.isLong ? word(1, 2) + word(16, 2) + word(UInt64(item.size), 8) + word(UInt64(item.packed.count), 8) : []
        return word(0x0403_4B50, 4) + word(20, 2) + word(UInt64(item.flags), 2) + common(item) + word(UInt64(name.count), 2)
            + word(UInt64(extra.count), 2) + name + extra
    }

    private static func record(_ item: Item, _ offset: UInt64) -> [UInt8] {
        let long = word(UInt64(item.size), 8) + word(UInt64(item.packed.count), 8) + word(offset, 8)
        let extra = item.isLong ? word(1, 2) + word(24, 2) + long : []
        let head = word(0x0201_4B50, 4) + word(3 << 8 | 20, 2) + word(20, 2) + word(UInt64(item.flags), 2) + common(item)
        return head + word(UInt64(item.name.count), 2) + word(UInt64(extra.count), 2) + word(0, 2) + word(0, 2) + word(0, 2)
            + word(UInt64(item.attributes), 4) + word(item.isLong ? 0xFFFF_FFFF : offset, 4) + item.name + extra
    }

    /// Method, time, date, checksum and sizes.
    private static func common(_ item: Item) -> [UInt8] {
        let sizes = item.isLong ? word(0xFFFF_FFFF, 4) + word(0xFFFF_FFFF, 4) : word(UInt64(item.packed.count), 4) + word(UInt64(item.size), 4)
        return word(UInt64(item.method), 2) + word(0, 2) + word(0x21, 2) + word(UInt64(item.crc), 4) + sizes
    }

    private static func longEnd(_ count: UInt64, _ size: UInt64, _ start: UInt64, at place: UInt64) -> [UInt8] {
        let record = word(0x0606_4B50, 4) + word(44, 8) + word(45, 2) + word(45, 2) + word(0, 4) + word(0, 4)
        return record + word(count, 8) + word(count, 8) + word(size, 8) + word(start, 8) + word(0x0706_4B50, 4) + word(0, 4) + word(place, 8)
            + word(1, 4)
    }

    static func word(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }
}

/// A directory for one test's archives.
final class ZipScratch {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "zip-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ bytes: [UInt8], _ name: String = "a.zip") throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
        return "\(path)/\(name)"
    }

    func reader(_ forge: ZipForge, limits: ZipLimits = ZipLimits()) throws -> ZipReader {
        try ZipReader(path: try file(forge.bytes), limits: limits)
    }

    /// Why an archive is refused, by its directory or by its data; nil when it is not.
    func refusal(_ bytes: [UInt8], limits: ZipLimits = ZipLimits()) throws -> ZipError? {
        let path = try file(bytes)
        do throws(ZipError) {
            try ZipReader(path: path, limits: limits).verify()
            return nil
        } catch {
            return error
        }
    }
}

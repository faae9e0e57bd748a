import Foundation

/// The binary form: a table of offsets at the end, by which values name each other (CoreFoundation's `CFBinaryPList.c` describes it).
struct PlistBinary {
    private let bytes: ByteView
    private var limits: PlistLimits
    private let trailer: Trailer

    private struct Trailer {
        /// Bytes of an offset, and of a number that names a value.
        let offsetSize: Int
        let nameSize: Int
        let count: Int
        let root: Int
        let table: Int
    }

    init(_ bytes: [UInt8], limits: PlistLimits) throws(FormatError) {
        self.bytes = ByteView(bytes)
        self.limits = limits
        let at = bytes.count - Self.trailerSize
        trailer = Trailer(
            offsetSize: try self.bytes.little(at + 6, 1),
            nameSize: try self.bytes.little(at + 7, 1),
            count: try self.bytes.big(at + 8, 8),
            root: try self.bytes.big(at + 16, 8),
            table: try self.bytes.big(at + 24, 8)
        )
        guard (1...8).contains(trailer.offsetSize), (1...8).contains(trailer.nameSize), trailer.table <= at,
            trailer.count <= (at - trailer.table) / trailer.offsetSize
        else { throw .malformed }
    }

    private static let trailerSize = 32

    mutating func root() throws(FormatError) -> PlistValue {
        try value(trailer.root, depth: 1)
    }

    private mutating func value(_ name: Int, depth: Int) throws(FormatError) -> PlistValue {
        try limits.takeValue(depth: depth)
        guard name < trailer.count else { throw .malformed }
        let place = try bytes.big(trailer.table + name * trailer.offsetSize, trailer.offsetSize)
        let marker = try bytes.little(place, 1)
        switch marker >> 4 {
        case 0x0: return try simple(marker)
        case 0x1: return try integer(place + 1, size: 1 << (marker & 15))
        case 0x2: return .real(try real(place + 1, size: 1 << (marker & 15)))
        case 0x3: return date(try real(place + 1, size: 8))
        case 0x4: return .data(try content(place, 1).array)
        case 0x5, 0x7: return .string(String(decoding: try content(place, 1).array, as: UTF8.self))
        case 0x6: return .string(try utf16(place))
        // A keyed archive's mark; its number is as good as another.
        case 0x8: return .integer(try bytes.big(place + 1, min((marker & 15) + 1, 8)))
        case 0xA, 0xB, 0xC: return try list(place, depth)
        case 0xD: return try dictionary(place, depth)
        default: throw .malformed
        }
    }

    private func simple(_ marker: Int) throws(FormatError) -> PlistValue {
        switch marker {
        case 8: .boolean(false)
        case 9: .boolean(true)
        case 0: .string("")
        default: throw .malformed
        }
    }

    /// Those of fewer than eight bytes have no sign; those of sixteen stand for what an `UInt64` holds.
    private func integer(_ place: Int, size: Int) throws(FormatError) -> PlistValue {
        guard size <= 16 else { throw .malformed }
        let low = try bytes.part(place + max(0, size - 8), min(size, 8)).array
        let value = low.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        if size <= 8 { return .integer(Int(truncatingIfNeeded: value)) }
        return Int(exactly: value).map { .integer($0) } ?? .real(Double(value))
    }

    private func real(_ place: Int, size: Int) throws(FormatError) -> Double {
        let value = try bytes.part(place, size).array.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        switch size {
        case 4: return Double(Float(bitPattern: UInt32(value)))
        case 8: return Double(bitPattern: value)
        default: throw .malformed
        }
    }

    /// Seconds from 2001. What no calendar shows stays a number.
    private func date(_ seconds: Double) -> PlistValue {
        abs(seconds) < 2.4e11 ? .date(Date(timeIntervalSinceReferenceDate: seconds)) : .real(seconds)
    }

    private mutating func utf16(_ place: Int) throws(FormatError) -> String {
        let pairs = try content(place, 2).array
        return String(decoding: stride(from: 0, to: pairs.count, by: 2).map { UInt16(pairs[$0]) << 8 | UInt16(pairs[$0 + 1]) }, as: UTF16.self)
    }

    private mutating func list(_ place: Int, _ depth: Int) throws(FormatError) -> PlistValue {
        let (count, start) = try length(place)
        let names = try bytes.part(start, try size(count, trailer.nameSize))
        var items: [PlistValue] = []
        for index in 0..<count { items.append(try value(try name(index, in: names), depth: depth + 1)) }
        return .list(items)
    }

    private mutating func dictionary(_ place: Int, _ depth: Int) throws(FormatError) -> PlistValue {
        let (count, start) = try length(place)
        let keys = try bytes.part(start, try size(count, trailer.nameSize))
        let values = try bytes.part(start + keys.count, keys.count)
        var members: [String: PlistValue] = [:]
        for index in 0..<count {
            guard case .string(let key) = try value(try name(index, in: keys), depth: depth + 1) else { throw .malformed }
            members[key] = try value(try name(index, in: values), depth: depth + 1)
        }
        return .dictionary(members)
    }

    private func name(_ index: Int, in names: ByteView) throws(FormatError) -> Int {
        try names.big(index * trailer.nameSize, trailer.nameSize)
    }

    /// The bytes of a text or of data.
    private mutating func content(_ place: Int, _ unit: Int) throws(FormatError) -> ByteView {
        let (count, start) = try length(place)
        let part = try bytes.part(start, try size(count, unit))
        try limits.take(bytes: part.count)
        return part
    }

    /// How many there are, and where they begin: fifteen says that a number follows.
    private func length(_ place: Int) throws(FormatError) -> (count: Int, start: Int) {
        let short = try bytes.little(place, 1) & 15
        guard short == 15 else { return (short, place + 1) }
        let marker = try bytes.little(place + 1, 1)
        guard marker >> 4 == 1, marker & 15 <= 3 else { throw .malformed }
        let size = 1 << (marker & 15)
        return (try bytes.big(place + 2, size), place + 2 + size)
    }

    private func size(_ count: Int, _ unit: Int) throws(FormatError) -> Int {
        guard count <= bytes.count else { throw .malformed }
        return count * unit
    }
}

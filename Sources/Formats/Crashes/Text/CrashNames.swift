import Foundation

/// Strings of a report's bytes. Modules and symbols stand in a report hundreds of times: those made last are kept to be used again.
struct CrashNames {
    private struct Entry {
        let part: Range<Int>
        let string: String
    }

    private var entries = [Entry?](repeating: nil, count: 1 << Self.bits)
    private static let bits = 9
    private static let hashing = LogHash()
    /// Strings of so many bytes lie in themselves and cost nothing.
    private static let short = 15

    /// - Parameter bytes: the same in every call.
    mutating func string(_ part: Range<Int>, in bytes: [UInt8]) -> String {
        guard part.count > Self.short else { return Self.make(bytes[part]) }
        let slot = bytes.withUnsafeBufferPointer { Self.hashing.hash(UnsafeBufferPointer(rebasing: $0[part])) } & (entries.count - 1)
        if let entry = entries[slot], Self.areEqual(entry.part, part, in: bytes) { return entry.string }
        let string = Self.make(bytes[part])
        entries[slot] = Entry(part: part, string: string)
        return string
    }

    private static func areEqual(_ one: Range<Int>, _ other: Range<Int>, in bytes: [UInt8]) -> Bool {
        guard one.count == other.count else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            let (one, other) = (UnsafeBufferPointer(rebasing: bytes[one]), UnsafeBufferPointer(rebasing: bytes[other]))
            guard let first = one.baseAddress, let second = other.baseAddress else { return one.count == other.count }
            return memcmp(first, second, one.count) == 0
        }
    }

    /// Broken UTF-8 and NUL, which a database could not keep, become U+FFFD.
    static func make(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(0) else { return String(decoding: bytes, as: UTF8.self) }
        return String(String.UnicodeScalarView(String(decoding: bytes, as: UTF8.self).unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
    }
}

/// UUIDs of Mach-O files and build ids of ELF files: lower-case hexadecimal digits without dashes.
enum CrashBuildID {
    /// As written with or without dashes; nil when it is none, or only zeros.
    static func read(_ part: Range<Int>, in bytes: [UInt8]) -> String? {
        guard isHex(part, in: bytes) else { return nil }
        var any: UInt8 = 0
        let string = String(unsafeUninitializedCapacity: part.count) { buffer in
            var count = 0
            for place in part {
                guard let digit = CrashText.hexDigit(bytes[place]) else { continue }
                any |= digit
                buffer[count] = hexDigit(digit)
                count += 1
            }
            return count
        }
        return any == 0 ? nil : string
    }

    /// Whether there is nothing but digits and dashes.
    static func isHex(_ part: Range<Int>, in bytes: [UInt8]) -> Bool {
        !part.isEmpty && part.count <= longest && part.allSatisfy { bytes[$0] == UInt8(ascii: "-") || CrashText.hexDigit(bytes[$0]) != nil }
    }

    static func read(_ digits: [UInt8]) -> String? {
        read(digits.indices, in: digits)
    }

    /// SHA-512's would be of so many digits, and nobody uses longer ones.
    private static let longest = 128

    /// Of the bytes themselves; empty for none, and for only zeros.
    static func hex(_ bytes: [UInt8]) -> String {
        guard bytes.contains(where: { $0 != 0 }) else { return "" }
        return String(decoding: bytes.prefix(longest / 2).flatMap { [hexDigit($0 >> 4), hexDigit($0 & 15)] }, as: UTF8.self)
    }

    /// Of sixteen bytes, as people write it: `5C32DF84-31A0-43E7-87D0-239F7F594940`.
    static func uuid(_ bytes: [UInt8]) -> String {
        let digits = Array(bytes.prefix(16).flatMap { [hexDigit($0 >> 4), hexDigit($0 & 15)] })
        guard digits.count == 32 else { return "" }
        let parts = [digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20..<32]]
        return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-").uppercased()
    }

    private static func hexDigit(_ digit: UInt8) -> UInt8 {
        digit < 10 ? digit + UInt8(ascii: "0") : digit - 10 + UInt8(ascii: "a")
    }
}

/// Paths in reports.
enum CrashPath {
    static func lastComponent(_ path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
    }
}

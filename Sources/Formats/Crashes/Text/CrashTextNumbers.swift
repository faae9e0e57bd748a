extension CrashText {
    /// Decimal digits and nothing else; nil also for more than an `Int` holds.
    func number(_ part: Part) -> Int? {
        guard (1...18).contains(part.count) else { return nil }
        var value = 0
        for place in part {
            let digit = bytes[place] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        return value
    }

    /// Hexadecimal digits, with or without `0x`, and nothing else; nil also for more than 64 bits.
    func hex(_ part: Part) -> UInt64? {
        let digits = begins(part, "0x") ? (part.lowerBound + 2)..<part.upperBound : part
        guard let (value, end) = leadingHex(digits), end == digits.upperBound else { return nil }
        return value
    }

    /// The hexadecimal digits at the beginning, and where they end; nil for none, and for more than 64 bits.
    func leadingHex(_ part: Part) -> (value: UInt64, end: Int)? {
        var value: UInt64 = 0
        var place = part.lowerBound
        while place < part.upperBound, let digit = Self.hexDigit(bytes[place]) {
            guard value >> 60 == 0 else { return nil }
            value = value << 4 | UInt64(digit)
            place += 1
        }
        return place > part.lowerBound ? (value, place) : nil
    }

    static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// An offset as reports have it, decimal or with `0x`.
    func offset(_ part: Part) -> UInt64? {
        begins(part, "0x") ? hex(part) : number(part).map { UInt64($0) }
    }

    /// As ``CrashBuildID/read(_:in:)``.
    func buildID(_ part: Part) -> String? {
        CrashBuildID.read(part, in: bytes)
    }

    /// The time in `yyyy-MM-dd HH:mm:ss[.fraction] <offset>` at the start, as milliseconds since 1970-01-01T00:00Z.
    func time(_ part: Part) -> Int? {
        CrashTime.read(String(decoding: bytes[part.prefix(48)], as: UTF8.self))
    }
}

/// The times in reports.
enum CrashTime {
    /// As ``CrashText/time(_:)``.
    static func read(_ text: String) -> Int? {
        text[...].utf8.reportTime
    }
}

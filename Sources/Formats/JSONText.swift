extension JSONReader {
    /// A string's characters with its escapes decoded; broken UTF-8, and halves of UTF-16 pairs without the other, become U+FFFD.
    /// - Parameter most: bytes of it that are looked at.
    func text(_ content: Content, most: Int = .max) -> String {
        let part = content.part.prefix(most)
        guard content.hasEscapes else { return String(decoding: bytes[part], as: UTF8.self) }
        return String(decoding: unescaped(part), as: UTF8.self)
    }

    private func unescaped(_ part: Range<Int>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(part.count)
        var place = part.lowerBound
        while place < part.upperBound {
            let byte = bytes[place]
            place += 1
            guard byte == UInt8(ascii: "\\"), place < part.upperBound else {
                result.append(byte)
                continue
            }
            let escape = bytes[place]
            place += 1
            if escape == UInt8(ascii: "u") { append(scalar(&place, part.upperBound), to: &result) } else { result.append(Self.plain(escape)) }
        }
        return result
    }

    private static func plain(_ escape: UInt8) -> UInt8 {
        switch escape {
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        default: escape
        }
    }

    private func append(_ scalar: Unicode.Scalar, to result: inout [UInt8]) {
        result.append(contentsOf: String(scalar).utf8)
    }

    /// After `\u`: four digits, and for the first half of a pair another `\u` with the second.
    private func scalar(_ place: inout Int, _ end: Int) -> Unicode.Scalar {
        guard let first = unit(&place, end) else { return "\u{FFFD}" }
        guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
        var after = place + 2
        guard after < end, bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u"), let second = unit(&after, end),
            UTF16.isTrailSurrogate(second)
        else { return "\u{FFFD}" }
        place = after
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
    }

    private func unit(_ place: inout Int, _ end: Int) -> UInt16? {
        guard place + 4 <= end else { return nil }
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = CrashText.hexDigit(bytes[place]) else { return nil }
            value = value << 4 | UInt16(digit)
            place += 1
        }
        return value
    }
}

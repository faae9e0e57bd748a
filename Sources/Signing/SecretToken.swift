/// A secret for a header, a cookie or a link: a prefix, 27 base62 characters of 160 random bits, 6 of a checksum.
///
/// The form is GitHub's ("Behind GitHub's new authentication token formats", 2021): the prefix lets secret scanners find a leaked
/// token, the checksum lets the server refuse a mistyped one without asking the database.
public enum SecretToken {
    /// A new one.
    public static func make(prefix: String) -> String {
        let body = prefix + Base62.encode(Random.bytes(20), width: bodyWidth)
        return body + checksum(body)
    }

    /// Whether `token` has this prefix, the right length and the right checksum. It says nothing about whether it was ever given out.
    public static func isWellFormed(_ token: String, prefix: String) -> Bool {
        let bytes = Array(token.utf8)
        guard bytes.count == prefix.utf8.count + bodyWidth + checksumWidth, bytes.starts(with: prefix.utf8) else { return false }
        guard bytes.dropFirst(prefix.utf8.count).allSatisfy(Base62.alphabet.contains) else { return false }
        let body = String(decoding: bytes.dropLast(checksumWidth), as: UTF8.self)
        return checksum(body).utf8.elementsEqual(bytes.suffix(checksumWidth))
    }

    /// 62²⁷ > 2¹⁶⁰
    private static let bodyWidth = 27
    /// 62⁶ > 2³²
    private static let checksumWidth = 6

    private static func checksum(_ body: String) -> String {
        let sum = crc32(body.utf8)
        return Base62.encode((0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) }, width: checksumWidth)
    }

    /// CRC-32 as in gzip and PNG (reflected, polynomial 0xEDB88320), bit by bit: a token is 40 bytes.
    private static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1) * 0xEDB8_8320 }
        }
    }
}

/// Digits, then capitals, then small letters.
private enum Base62 {
    static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

    /// `bytes` as a big-endian number in `width` digits, zeros in front.
    static func encode(_ bytes: [UInt8], width: Int) -> String {
        var number = bytes
        let digits = (0..<width).map { _ in alphabet[remainder(dividing: &number)] }
        return String(decoding: digits.reversed(), as: UTF8.self)
    }

    /// Divides the big-endian `number` by 62 in place.
    private static func remainder(dividing number: inout [UInt8]) -> Int {
        var rest = 0
        for index in number.indices {
            let dividend = rest << 8 | Int(number[index])
            number[index] = UInt8(dividend / 62)
            rest = dividend % 62
        }
        return rest
    }
}

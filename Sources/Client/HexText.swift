/// Bytes as lower-case hexadecimal digits.
enum HexText {
    private static let alphabet = Array("0123456789abcdef".utf8)

    static func digits(_ bytes: some Sequence<UInt8>) -> String {
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * bytes.underestimatedCount)
        for byte in bytes {
            digits.append(alphabet[Int(byte >> 4)])
            digits.append(alphabet[Int(byte & 15)])
        }
        return String(decoding: digits, as: UTF8.self)
    }
}

import Signing

/// Bytes from outside as text that can be shown and told apart.
enum TelemetryText {
    /// What is UTF-8 stays as it is; control characters and bytes that are no text become `\xNN`.
    static func visible(_ bytes: [UInt8]) -> String {
        var text = String.UnicodeScalarView()
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var start = 0
        while true {
            switch decoder.decode(&iterator) {
            case .emptyInput: return String(text)
            case .error:
                // The decoder does not say how many bytes it dropped, so the rest is read a byte at a time.
                return String(text) + bytes[start...].map { (0x20..<0x7F).contains($0) ? String(Unicode.Scalar($0)) : escape($0) }.joined()
            case .scalarValue(let scalar):
                start += UTF8.width(scalar)
                text.append(contentsOf: isControl(scalar) ? Array(escape(UInt8(scalar.value)).unicodeScalars) : [scalar])
            }
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 && scalar != "\t" || scalar.value == 0x7F
    }

    private static func escape(_ byte: UInt8) -> String {
        "\\x" + Hex.encode([byte])
    }
}

extension LogWords {
    /// Which values of a field count as known.
    public enum Rule: Sendable {
        /// Any text of at most so many bytes, without control characters (PostgreSQL stores no NUL).
        case text(limit: Int)
        /// A device id: 1–64 of `[A-Za-z0-9_+/=.:-]` (contract, section 1).
        case device

        /// Whether a value from elsewhere, as a header, is known.
        public func allows(_ text: String) -> Bool {
            var text = text
            return text != "-" && text.withUTF8 { allows($0) }
        }

        func allows(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
            switch self {
            case .text(let limit): !bytes.isEmpty && bytes.count <= limit && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
            case .device: (1...64).contains(bytes.count) && bytes.allSatisfy(Self.isDeviceByte)
            }
        }

        private static func isDeviceByte(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
            // "." to ":" is exactly ". / 0-9 :".
            case UInt8(ascii: ".")...UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "="), UInt8(ascii: "-"): true
            default: false
            }
        }
    }
}

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

        /// A set of the ASCII codes, a bit each: every byte of every new device id is asked for.
        private static func isDeviceByte(_ byte: UInt8) -> Bool {
            let set = byte & 0x40 == 0 ? lowDeviceBytes : highDeviceBytes
            return byte < 0x80 && set >> UInt64(byte & 0x3F) & 1 == 1
        }

        /// `+`, `-` to `:` (which are `- . / 0–9 :`), `=`.
        private static let lowDeviceBytes: UInt64 = 0x27FF_E800_0000_0000
        /// `A`–`Z`, `_`, `a`–`z`.
        private static let highDeviceBytes: UInt64 = 0x07FF_FFFE_87FF_FFFE
    }
}

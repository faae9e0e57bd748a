import Foundation

/// One log line of the demo.
struct TelemetrySeedLine: Sendable {
    let time: Date
    let version: String
    /// Without a line feed.
    let bytes: [UInt8]

    /// Writes a line of `count` fields.
    ///
    /// - Parameter fields: by position, ascending; the positions between them become `-`.
    init(time: Date, version: String, count: Int, _ fields: KeyValuePairs<Int, String>) {
        var bytes: [UInt8] = []
        var position = 0
        for (next, value) in fields {
            while position < next { Self.append("", &bytes, &position) }
            Self.append(value, &bytes, &position)
        }
        while position < count { Self.append("", &bytes, &position) }
        self.time = time
        self.version = version
        self.bytes = bytes
    }

    private static func append(_ value: String, _ bytes: inout [UInt8], _ position: inout Int) {
        if position > 0 { bytes.append(UInt8(ascii: ",")) }
        position += 1
        if value.isEmpty { bytes.append(UInt8(ascii: "-")) }
        for byte in value.utf8 { append(byte, &bytes) }
    }

    private static func append(_ byte: UInt8, _ bytes: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "%"): bytes += "%25".utf8
        case UInt8(ascii: ","): bytes += "%2C".utf8
        case UInt8(ascii: "\n"): bytes += "%0A".utf8
        default: bytes.append(byte)
        }
    }
}

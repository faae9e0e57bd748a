import Foundation

/// A push as a line of the log:
///
///     {"time":1795228800123,"service":"apns","status":200,"reason":"","token":"…","by":"token","headers":{"apns-topic":"…"},"payload":"{\"aps\":…}"}
///
/// `time` is in milliseconds since 1970, `by` is how the client said who it is (`token`, `certificate` or `nothing`), and `payload` is the body as it came,
/// byte for byte where it is UTF-8. Written by hand, as an encoder takes longer than all the rest of a request.
enum PushServiceLine {
    static func write(_ record: PushServiceRecord, _ request: PushServiceRequest, at time: Date, into line: inout [UInt8]) {
        line += #"{"time":"#.utf8
        line += "\(Int64(time.timeIntervalSince1970 * 1_000))".utf8
        line += #","service":"#.utf8
        add(record.service.rawValue.utf8, to: &line)
        line += #","status":"#.utf8
        line += "\(record.status)".utf8
        line += #","reason":"#.utf8
        add(record.reason.utf8, to: &line)
        line += #","token":"#.utf8
        add(record.token.utf8, to: &line)
        line += #","by":"#.utf8
        add((request.authorization != nil ? "token" : request.hasCertificate ? "certificate" : "nothing").utf8, to: &line)
        line += #","headers":{"#.utf8
        add(request.fields, to: &line)
        line += #"},"payload":"#.utf8
        add(String(decoding: request.body, as: UTF8.self).utf8, to: &line)
        line += "}\n".utf8
    }

    private static func add(_ fields: [(name: String, value: String)], to line: inout [UInt8]) {
        for (number, field) in fields.enumerated() {
            if number > 0 { line.append(UInt8(ascii: ",")) }
            add(field.name.utf8, to: &line)
            line.append(UInt8(ascii: ":"))
            add(field.value.utf8, to: &line)
        }
    }

    /// A JSON string.
    private static func add(_ text: String.UTF8View, to line: inout [UInt8]) {
        line.append(UInt8(ascii: "\""))
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                line.append(UInt8(ascii: "\\"))
                line.append(byte)
            case 0..<0x20: line += #"\u00"#.utf8 + [digit(byte >> 4), digit(byte & 15)]
            default: line.append(byte)
            }
        }
        line.append(UInt8(ascii: "\""))
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}

import Foundation

/// The time of a call, in milliseconds since 1970: in decimal digits, or in radix 64 as mPaaS' clients write it.
enum GatewayTime {
    /// How far a device's clock may be off, in seconds.
    static let validity = 600.0

    /// Ten digits and more are decimal: in radix 64 that many would be 36,000 years. Radix 64 has the alphabet `0-9A-Za-z+/`, most significant
    /// digit first, and needs seven digits today.
    /// - Returns: nil for a text that is neither.
    static func milliseconds(_ text: String) -> Int? {
        let digits = Array(text.utf8)
        guard (1...16).contains(digits.count) else { return nil }
        if digits.count >= 10 { return digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) ? Int(text) : nil }
        return digits.reduce(Optional(0)) { sum, digit in
            sum.flatMap { sum in value(of: digit).map { sum << 6 | $0 } }
        }
    }

    private static func value(of digit: UInt8) -> Int? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit - UInt8(ascii: "0"))
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(digit - UInt8(ascii: "A")) + 10
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit - UInt8(ascii: "a")) + 36
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    /// - Throws: a refusal with 7003.
    static func check(_ text: String, now: Date) throws {
        guard let milliseconds = milliseconds(text) else { throw GatewayRefusal(.timeOutsideValidity, "Ts is no time") }
        let off = Double(milliseconds) / 1_000 - now.timeIntervalSince1970
        guard abs(off) <= validity else {
            throw GatewayRefusal(.timeOutsideValidity, "Ts is \(Int(abs(off).rounded())) s \(off > 0 ? "ahead" : "behind")")
        }
    }
}

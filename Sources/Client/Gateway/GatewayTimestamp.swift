import Foundation

/// The moment of a call as the header `Ts` carries it.
public enum GatewayTimestamp: Sendable, Hashable {
    /// Milliseconds since 1970 in decimal digits.
    case decimal
    /// The same number with the 64 digits `0-9A-Za-z+/`, the most significant first: what mPaaS clients send.
    case radix64

    /// A moment before 1970 counts as 1970: a device whose clock is that wrong is refused anyway.
    func text(_ time: Date) -> String {
        let milliseconds = UInt64(max(0, (time.timeIntervalSince1970 * 1000).rounded()))
        return switch self {
        case .decimal: String(milliseconds)
        case .radix64: Self.radix64(milliseconds)
        }
    }

    private static let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/".utf8)

    static func radix64(_ number: UInt64) -> String {
        var rest = number
        var reversed: [UInt8] = []
        repeat {
            reversed.append(digits[Int(rest % 64)])
            rest /= 64
        } while rest > 0
        return String(decoding: reversed.reversed(), as: UTF8.self)
    }
}

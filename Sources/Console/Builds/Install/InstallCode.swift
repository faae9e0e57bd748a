import Foundation
import Signing

/// The name of a link.
enum InstallCode {
    /// 128 random bits in Base64's alphabet for addresses (RFC 4648, section 5).
    static func make() -> String {
        Data(Random.bytes(16)).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Whether a text could be one: anything else is not asked for.
    static func isOne(_ text: String) -> Bool {
        text.utf8.count == 22 && text.utf8.allSatisfy { alphabet.contains($0) }
    }

    private static let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}

import Foundation

/// HTML that the console made itself: charts and QR codes. Only this type may stand between triple braces.
public struct SafeHTML: Codable, Sendable, Equatable {
    public let html: String

    public init(_ html: String) {
        self.html = html
    }
}

/// Escaping for HTML and for addresses, scalar by scalar.
public enum HTML {
    /// Escapes `& < > " '`. By scalar: `"` followed by U+200D is one `Character`, and would pass a test for `"`.
    public static func escape(_ text: String) -> String {
        guard text.utf8.contains(where: { special.contains($0) }) else { return text }
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count + 16)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static let special = Set("&<>\"'".utf8)

    /// Percent-encodes everything but the unreserved characters of RFC 3986.
    public static func percentEncode(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

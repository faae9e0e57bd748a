import Foundation

/// The token by which a provider says who it is: a JWT, signed by its key ("Establishing a token-based connection to APNs", developer.apple.com).
/// The signature is not checked, as the stand-in has nobody's key.
enum PushServiceProviderToken {
    /// Seconds after which Apple's service wants another one.
    static let lifetime: TimeInterval = 3_600

    private struct Header: Decodable {
        let alg: String
        let kid: String
    }

    private struct Claims: Decodable {
        let iss: String
        let iat: Double
    }

    /// When it was issued.
    ///
    /// - Parameter authorization: the header, `bearer <token>`.
    /// - Returns: `nil` for what is no such token.
    static func issued(_ authorization: String) -> Date? {
        let words = authorization.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
        let parts = words[1].split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[2].isEmpty, let header: Header = read(parts[0]), let claims: Claims = read(parts[1]) else { return nil }
        return header.alg == "ES256" && header.kid.utf8.count == 10 && claims.iss.utf8.count == 10 ? Date(timeIntervalSince1970: claims.iat) : nil
    }

    /// Base64 for addresses (RFC 4648, 5), without padding.
    private static func read<Part: Decodable>(_ text: Substring) -> Part? {
        let plain = text.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        return Data(base64Encoded: plain + padding).flatMap { try? JSONDecoder().decode(Part.self, from: $0) }
    }
}

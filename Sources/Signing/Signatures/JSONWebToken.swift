import Foundation

/// A signed JSON Web Token (RFC 7519) in its compact form (RFC 7515, 7.1): what services take instead of a password.
public struct JSONWebToken: Sendable {
    /// Beside `alg`.
    public let header: [String: String]
    public let claims: [String: Claim]

    public enum Claim: Sendable, Equatable {
        case text(String)
        case number(Int)
    }

    /// How it is signed (RFC 7518, 3.1).
    public enum Algorithm: String, Sendable {
        /// ECDSA on P-256 with SHA-256; the signature is `r` and `s`, 32 bytes each, not DER (RFC 7518, 3.4).
        case es256 = "ES256"
        /// RSASSA-PKCS1-v1_5 with SHA-256.
        case rs256 = "RS256"
    }

    public init(header: [String: String], claims: [String: Claim]) {
        self.header = header
        self.claims = claims
    }

    /// `header.claims.signature`, each in base64url without padding.
    /// - Throws: `otherKey` when the key is none for this algorithm.
    public func signed(_ algorithm: Algorithm, by key: PrivateKey) throws(SignatureFailure) -> String {
        let head = header.merging(["alg": algorithm.rawValue]) { $1 }.mapValues { Claim.text($0) }
        let text = "\(Self.part(head)).\(Self.part(claims))"
        let message = Array(text.utf8)
        let signature: [UInt8]
        switch algorithm {
        case .rs256: signature = try key.sign(message, .rsaPKCS1SHA256)
        case .es256:
            guard let raw = ECDSA.raw(try key.sign(message, .ecdsaP256SHA256)) else { throw .refused }
            signature = raw
        }
        return "\(text).\(Self.base64url(Data(signature)))"
    }

    private static func part(_ members: [String: Claim]) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts and whole numbers always encode.
        return base64url((try? encoder.encode(members)) ?? Data())
    }

    private static func base64url(_ data: Data) -> String {
        let bytes = data.base64EncodedData().compactMap { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            case UInt8(ascii: "="): nil
            default: byte
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension JSONWebToken.Claim: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        }
    }
}

extension ECDSA {
    /// `r` and `s` of a signature in DER (RFC 3279, 2.2.3), 32 bytes each.
    /// - Returns: nil for what is no signature on P-256.
    static func raw(_ der: [UInt8]) -> [UInt8]? {
        guard let numbers = DER.one(in: der[...])?.children, numbers.count == 2 else { return nil }
        var raw: [UInt8] = []
        for number in numbers {
            let digits = number.content.drop { $0 == 0 }
            guard number.tag == DER.integer, digits.count <= 32 else { return nil }
            raw += [UInt8](repeating: 0, count: 32 - digits.count) + digits
        }
        return raw
    }
}

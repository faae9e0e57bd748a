import Foundation
import Testing

@testable import Signing

struct JWTTests {
    private static let message = ["iss": JSONWebToken.Claim.text("TEAM123456"), "iat": .number(1_795_228_800)]

    private func parts(_ token: String) throws -> (signed: [UInt8], header: [String: Any], claims: [String: Any], signature: [UInt8]) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        try #require(parts.count == 3)
        let bytes = try parts.map { try #require(Self.base64url($0)) }
        let header = try #require(try JSONSerialization.jsonObject(with: bytes[0]) as? [String: Any])
        let claims = try #require(try JSONSerialization.jsonObject(with: bytes[1]) as? [String: Any])
        return (Array("\(parts[0]).\(parts[1])".utf8), header, claims, [UInt8](bytes[2]))
    }

    private static func base64url(_ text: String) -> Data? {
        let plain = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        return Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4))
    }

    /// RFC 7518, 3.4: the signature is r and s, 32 bytes each; whoever has DER takes them as two integers.
    @Test func signsByES256() throws {
        let key = PrivateKey.make()
        let token = try JSONWebToken(header: ["kid": "ABC123DEFG"], claims: Self.message).signed(.es256, by: key)
        #expect(!token.contains("=") && !token.contains("+") && !token.contains("/"))
        let (signed, header, claims, signature) = try parts(token)
        #expect(header["alg"] as? String == "ES256")
        #expect(header["kid"] as? String == "ABC123DEFG")
        #expect(claims["iss"] as? String == "TEAM123456")
        #expect(claims["iat"] as? Int == 1_795_228_800)
        #expect(signature.count == 64)
        let der = DER.write(DER.sequence, Self.integer(signature.prefix(32)) + Self.integer(signature.suffix(32)))
        #expect(key.publicKey.verifies(der, of: signed, .ecdsaP256SHA256))
    }

    private static func integer(_ digits: ArraySlice<UInt8>) -> [UInt8] {
        let short = Array(digits.drop { $0 == 0 })
        return DER.write(DER.integer, (short.first ?? 0) >= 0x80 ? [0] + short : short)
    }

    @Test func signsByRS256() throws {
        let key = PrivateKey.makeRSA(bits: 2048)
        let (signed, header, _, signature) = try parts(try JSONWebToken(header: ["typ": "JWT"], claims: Self.message).signed(.rs256, by: key))
        #expect(header["alg"] as? String == "RS256")
        #expect(header["typ"] as? String == "JWT")
        #expect(key.publicKey.verifies(signature, of: signed, .rsaPKCS1SHA256))
        #expect(!key.publicKey.verifies(signature, of: signed, .rsaPKCS1SHA1))
    }

    /// Numbers whose first bytes are zero still have 32 bytes, or every 256th token would be refused.
    @Test func keepsLeadingZeros() throws {
        let der = DER.write(DER.sequence, DER.write(DER.integer, [1]) + DER.write(DER.integer, [0, 0xFF]))
        let raw = try #require(ECDSA.raw(der))
        #expect(raw == [UInt8](repeating: 0, count: 31) + [1] + [UInt8](repeating: 0, count: 31) + [0xFF])
        #expect(ECDSA.raw(Array(der.dropLast())) == nil)
        #expect(ECDSA.raw([]) == nil)
    }

    @Test func keysAreForTheirAlgorithms() {
        let token = JSONWebToken(header: [:], claims: Self.message)
        #expect(throws: SignatureFailure.otherKey) { try token.signed(.es256, by: PrivateKey.makeRSA(bits: 2048)) }
        #expect(throws: SignatureFailure.otherKey) { try token.signed(.rs256, by: PrivateKey.make()) }
    }
}

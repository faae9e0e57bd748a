import Crypto
import CryptoExtras
import Foundation

/// A public key of the app's patches: what it signs may be run. Build it into the app; a key that came over the network proves nothing.
public struct HotpatchKey: Sendable {
    /// The first 16 hexadecimal digits of the SHA-256 of the key (SubjectPublicKeyInfo, DER), as the console names it.
    public let id: String
    private let kind: Kind

    private enum Kind: Sendable {
        case ecdsa(P256.Signing.PublicKey)
        case rsa(_RSA.Signing.PublicKey)
    }

    /// - Parameter pem: as the console gives it (`BEGIN PUBLIC KEY`): RSA of 2048 bits or more, or P-256.
    /// - Throws: an error of CryptoKit for anything else.
    public init(pem: String) throws {
        let der: Data
        if let key = try? P256.Signing.PublicKey(pemRepresentation: pem) {
            (kind, der) = (.ecdsa(key), key.derRepresentation)
        } else {
            let key = try _RSA.Signing.PublicKey(pemRepresentation: pem)
            (kind, der) = (.rsa(key), key.derRepresentation)
        }
        id = HexText.digits(SHA256.hash(data: der).prefix(8))
    }

    /// Bytes of a signature of format 1; `nil` for a key that makes none.
    var documentedSize: Int? {
        if case .rsa(let key) = kind { key.keySizeInBits / 8 } else { nil }
    }

    /// Format 1: PKCS #1 v1.5 with SHA-1.
    func signedDocumented(_ bytes: some DataProtocol, _ signature: some DataProtocol) -> Bool {
        guard case .rsa(let key) = kind else { return false }
        return key.isValidSignature(.init(rawRepresentation: signature), for: Insecure.SHA1.hash(data: bytes), padding: .insecurePKCS1v1_5)
    }

    /// Format 2: PSS with SHA-256 and 32 bytes of salt, or ECDSA in DER.
    func signedSealed(_ bytes: some DataProtocol, _ signature: some DataProtocol, as algorithm: String) -> Bool {
        switch kind {
        case .rsa(let key):
            algorithm == "RSA-PSS-SHA256" && key.isValidSignature(.init(rawRepresentation: signature), for: SHA256.hash(data: bytes), padding: .PSS)
        case .ecdsa(let key):
            algorithm == "ECDSA-P256-SHA256"
                && (try? P256.Signing.ECDSASignature(derRepresentation: signature)).map { key.isValidSignature($0, for: SHA256.hash(data: bytes)) }
                    ?? false
        }
    }
}

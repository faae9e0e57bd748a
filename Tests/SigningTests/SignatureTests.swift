import Foundation
import Testing

@testable import Signing

struct SignatureTests {
    private static let rsa = PrivateKey.makeRSA(bits: 2048)
    private static let curve = PrivateKey.make()
    private static let message = Array("what is signed".utf8)

    private static func key(_ scheme: SignatureScheme) -> PrivateKey {
        scheme == .ecdsaP256SHA256 ? curve : rsa
    }

    @Test(arguments: [SignatureScheme.rsaPKCS1SHA1, .rsaPSSSHA256, .ecdsaP256SHA256])
    func signsTheSameBytesEachTime(_ scheme: SignatureScheme) throws {
        let key = Self.key(scheme)
        let signature = try key.sign(Self.message, scheme)
        #expect(try key.sign(Self.message, scheme) == signature)
        #expect(try key.sign(Self.message + [0], scheme) != signature)
        #expect(key.publicKey.verifies(signature, of: Self.message, scheme))
        #expect(try PublicKey(pem: Array(key.publicKey.pem.utf8)) == key.publicKey)
    }

    @Test(arguments: [SignatureScheme.rsaPKCS1SHA1, .rsaPSSSHA256, .ecdsaP256SHA256])
    func refusesWhatIsOther(_ scheme: SignatureScheme) throws {
        let key = Self.key(scheme)
        let signature = try key.sign(Self.message, scheme)
        #expect(!key.publicKey.verifies(signature, of: Self.message + [0], scheme))
        for place in signature.indices {
            var other = signature
            other[place] ^= 1
            #expect(!key.publicKey.verifies(other, of: Self.message, scheme), "byte \(place)")
        }
        #expect(!key.publicKey.verifies(signature + [0], of: Self.message, scheme))
        #expect(!key.publicKey.verifies(Array(signature.dropLast()), of: Self.message, scheme))
        #expect(!key.publicKey.verifies([], of: Self.message, scheme))
        let stranger = scheme == .ecdsaP256SHA256 ? PrivateKey.make() : PrivateKey.makeRSA(bits: 2048)
        #expect(!stranger.publicKey.verifies(signature, of: Self.message, scheme))
    }

    @Test func keysAreForTheirSchemes() throws {
        #expect(throws: SignatureFailure.otherKey) { try Self.rsa.sign(Self.message, .ecdsaP256SHA256) }
        #expect(throws: SignatureFailure.otherKey) { try Self.curve.sign(Self.message, .rsaPSSSHA256) }
        let signature = try Self.rsa.sign(Self.message, .rsaPKCS1SHA1)
        #expect(!Self.rsa.publicKey.verifies(signature, of: Self.message, .rsaPSSSHA256))
    }

    /// RFC 6979, A.2.5, with SHA-256.
    @Test(arguments: [
        (
            "sample", "a6e3c57dd01abe90086538398355dd4c3b17aa873382b0f24d6129493d8aad60",
            "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716", "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"
        ),
        (
            "test", "d16b6ae827f17175e040871a1c7ec3500192c4c92677336ec2537acaee0008e0",
            "f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367", "019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083"
        ),
    ])
    func deterministicNonces(message: String, nonce: String, r: String, s: String) throws {
        let secret = hex("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721")
        var nonces = DeterministicNonces(secret: secret, digest: Digest.sha256(Array(message.utf8)))
        #expect(nonces.next() == hex(nonce))
        // SEC 1's ECPrivateKey of it, on prime256v1.
        let key = try PrivateKey(der: hex("30310201010420") + secret + hex("a00a06082a8648ce3d030107"))
        let signature = try key.sign(Array(message.utf8), .ecdsaP256SHA256)
        let numbers = DER.one(in: signature[...])?.children?.map { $0.content.drop { $0 == 0 }.map { $0 } }
        #expect(numbers == [hex(r), hex(s)].map { Array($0.drop { $0 == 0 }) })
        #expect(key.publicKey.verifies(signature, of: Array(message.utf8), .ecdsaP256SHA256))
    }

    @Test func aSaltIsPartOfTheSignature() throws {
        let salts = [[UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32)]
        let signatures = try salts.map { try Self.rsa.sign(Self.message, .rsaPSSSHA256, salt: $0) }
        #expect(signatures[0] != signatures[1])
        #expect(signatures.allSatisfy { Self.rsa.publicKey.verifies($0, of: Self.message, .rsaPSSSHA256) })
        let short = try Self.rsa.sign(Self.message, .rsaPSSSHA256, salt: [1])
        #expect(!Self.rsa.publicKey.verifies(short, of: Self.message, .rsaPSSSHA256))
    }

    @Test func publicKeysAreRefused() {
        #expect(throws: PrivateKeyFailure.notAKey) { try PublicKey(der: Self.curve.der) }
        #expect(throws: PrivateKeyFailure.notAKey) { try PublicKey(pem: Array(Self.curve.pem.utf8)) }
        #expect(throws: PrivateKeyFailure.notAKey) { try PublicKey(der: Self.curve.publicKey.der + [0]) }
        #expect(throws: PrivateKeyFailure.tooLarge(limit: PrivateKey.sizeLimit)) {
            try PublicKey(der: [UInt8](repeating: 0, count: PrivateKey.sizeLimit + 1))
        }
    }
}

import Foundation
import Signing
import Testing

@testable import Console

struct HotpatchPackageTests {
    private static let secret = "0123456789abcdef0123456789abcdef"
    private static let script = Array("return 1 + 1 -- 热修复\n".utf8)
    private static let nonce = [UInt8](1...12)
    // Small packages are tampered with at every byte: a 2,048-bit key is the slow part, so each is made once.
    private static let rsa = HotpatchSigningKey(PrivateKey.makeRSA(bits: 2048))!
    private static let curve = HotpatchSigningKey(PrivateKey.make())!

    enum Kind: CaseIterable, Sendable {
        case documented, sealedByRSA, sealedByCurve

        var format: HotpatchFormat { self == .documented ? .documented : .sealed }
        var key: HotpatchSigningKey { self == .sealedByCurve ? curve : rsa }
    }

    private static func pack(
        _ kind: Kind,
        _ script: [UInt8] = script,
        nonce: [UInt8] = nonce,
        release: String = "r1"
    ) throws -> HotpatchPackage {
        try .pack(script, .lua, format: kind.format, release: release, key: kind.key, appSecret: secret, nonce: nonce)
    }

    private static let publicKeys = [rsa.publicKey, curve.publicKey]

    private static func fault(_ bytes: [UInt8], keys: [HotpatchPublicKey] = publicKeys, secret: String = secret) -> HotpatchPackageFault? {
        do throws(HotpatchPackageFault) {
            _ = try HotpatchPackage.verify(bytes, publicKeys: keys, appSecret: secret)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: Kind.allCases) func comesBack(_ kind: Kind) throws {
        let package = try Self.pack(kind)
        let found = try HotpatchPackage.verify(package.bytes, publicKeys: Self.publicKeys, appSecret: Self.secret)
        #expect(found.script == Self.script && found.format == kind.format && found.keyId == kind.key.id)
        #expect(found.language == (kind == .documented ? nil : .lua))
        #expect(found.release == (kind == .documented ? nil : "r1"))
        let signature = try #require(Data(base64Encoded: package.signature))
        #expect(package.bytes.suffix(signature.count).elementsEqual(signature))
        #expect(package.sha256 == Hex.encode(Digest.sha256(package.bytes)))
    }

    @Test(arguments: Kind.allCases) func oneNonceGivesOnePackage(_ kind: Kind) throws {
        #expect(try Self.pack(kind) == Self.pack(kind))
        #expect(try Self.pack(kind, nonce: [UInt8](2...13)) != Self.pack(kind))
    }

    @Test(arguments: Kind.allCases) func everyByteCounts(_ kind: Kind) throws {
        let package = try Self.pack(kind).bytes
        for place in package.indices {
            for change: UInt8 in [0x01, 0x80] {
                var other = package
                other[place] ^= change
                #expect(Self.fault(other) != nil, "byte \(place)")
            }
            #expect(Self.fault(Array(package[..<place])) != nil, "cut at \(place)")
        }
        #expect(Self.fault(package + [0]) != nil)
    }

    @Test(arguments: Kind.allCases) func wrongKeysAndSecrets(_ kind: Kind) throws {
        let package = try Self.pack(kind).bytes
        let stranger = kind == .sealedByCurve ? HotpatchSigningKey(PrivateKey.make()) : HotpatchSigningKey(PrivateKey.makeRSA(bits: 2048))
        let strange = try #require(stranger)
        #expect(Self.fault(package, keys: []) == .unknownKey)
        #expect(Self.fault(package, keys: [strange.publicKey]) == (kind == .documented ? .signature : .unknownKey))
        #expect(Self.fault(package, secret: String(repeating: "f", count: 32)) == .secret || kind == .documented)
        #expect(Self.fault(package, secret: String(repeating: "f", count: 32)) != nil)
        // A key that calls itself by another's id.
        let forged = HotpatchPublicKey(id: kind.key.id, algorithm: strange.algorithm, key: strange.publicKey.key)
        #expect(Self.fault(package, keys: [forged]) == .signature)
    }

    @Test func formatsAreNotMixedUp() throws {
        let (first, second) = (try Self.pack(.documented).bytes, try Self.pack(.sealedByCurve).bytes)
        #expect(throws: HotpatchPackageFault.otherFormat) {
            try HotpatchPackage.verify(first, publicKeys: Self.publicKeys, appSecret: Self.secret, as: .sealed)
        }
        #expect(throws: HotpatchPackageFault.otherFormat) {
            try HotpatchPackage.verify(second, publicKeys: Self.publicKeys, appSecret: Self.secret, as: .documented)
        }
        #expect(Self.fault(HotpatchSealedFormat.magic + first) == .cutShort)
        #expect(Self.fault(Array(second.dropFirst(8))) == .notAPackage)
        #expect(throws: HotpatchPackageFault.otherAlgorithm) {
            try HotpatchPackage.pack(Self.script, .lua, format: .documented, release: "r", key: Self.curve, appSecret: Self.secret, nonce: Self.nonce)
        }
    }

    @Test func whatIsNotPacked() throws {
        #expect(throws: HotpatchPackageFault.noScript) { try Self.pack(.sealedByCurve, []) }
        #expect(throws: HotpatchPackageFault.nonce) { try Self.pack(.sealedByCurve, nonce: [1]) }
        for release in ["", "a b", "\"", String(repeating: "a", count: 129)] {
            #expect(throws: HotpatchPackageFault.release) { try Self.pack(.sealedByCurve, release: release) }
        }
        let huge = [UInt8](repeating: 0x20, count: HotpatchPackageLimits.script + 1)
        #expect(throws: HotpatchPackageFault.scriptTooLarge) { try Self.pack(.documented, huge) }
    }

    @Test(arguments: Kind.allCases) func largeScripts(_ kind: Kind) throws {
        // What cannot be deflated, and what can be too well: neither may make a package that its own reader refuses.
        for script in [Random.bytes(HotpatchPackageLimits.script), [UInt8](repeating: 0x20, count: HotpatchPackageLimits.script)] {
            let package = try Self.pack(kind, script).bytes
            #expect(try HotpatchPackage.verify(package, publicKeys: Self.publicKeys, appSecret: Self.secret).script == script)
        }
    }

    @Test func whatIsNoPackage() {
        #expect(Self.fault([]) == .notAPackage)
        #expect(Self.fault(Self.script) == .notAPackage)
        #expect(Self.fault(HotpatchDocumentedFormat.separator) == .cutShort)
        #expect(Self.fault(HotpatchSealedFormat.magic) == .cutShort)
        #expect(Self.fault(HotpatchSealedFormat.magic + [0xFF, 0xFF, 0xFF, 0xFF] + Self.script) == .cutShort)
        #expect(Self.fault([UInt8](repeating: 0, count: HotpatchPackageLimits.package + 1)) == .tooLarge)
    }

    /// Signed by the right key, but with another header than the one form that it may have.
    @Test func headersHaveOneForm() throws {
        let header = HotpatchPackageHeader(algorithm: "ECDSA-P256-SHA256", keyId: Self.curve.id, nonce: Self.nonce, release: "r1")
        #expect(HotpatchPackageHeader(header.bytes) == header)
        let text = String(decoding: header.bytes, as: UTF8.self)
        for other in [
            text.replacing(":", with: ": "), text.replacing("\"format\":2", with: "\"format\":3"), text.replacing("AES-256-GCM", with: "none"),
            text.replacing("}", with: ",\"x\":1}"), text.replacing("ECDSA-P256-SHA256", with: "RSA-PKCS1-SHA1"), text.replacing("r1", with: "r 1"),
            "{}", "",
        ] {
            #expect(HotpatchPackageHeader(Array(other.utf8)) == nil, "\(other)")
        }
    }
}

import Foundation
import Testing

@testable import Signing

/// `.p12` files of OpenSSL, old and new, and of our own making.
struct PKCS12Tests {
    @Test(arguments: ["legacy.p12", "legacy-without-code.p12", "modern.p12"])
    func opens(name: String) throws {
        let file = try PKCS12(der: try fixture(name), password: "secret")
        #expect(file.privateKey.kind == .rsa(bits: 2048))
        #expect(file.certificate.userId == "com.example.demo")
        #expect(file.friendlyName == "Push Services")
        #expect(file.others.map(\.commonName) == ["Example Root"])
        #expect(file.certificate.chain(among: file.others).count == 2)
    }

    @Test func emptyPassword() throws {
        #expect(try PKCS12(der: try fixture("empty-password.p12"), password: "").certificate.organisationalUnit == "LQ38NAVXP6")
        #expect(throws: PKCS12Failure.wrongPassword) { try PKCS12(der: fixture("empty-password.p12"), password: "x") }
    }

    @Test(arguments: [
        ("legacy.p12", "Secret", PKCS12Failure.wrongPassword),
        ("legacy-without-code.p12", "", .wrongPassword),
        ("modern.p12", "", .wrongPassword),
        ("without-key.p12", "secret", .noKey),
        ("without-certificate.p12", "secret", .noCertificate),
        ("slow.p12", "secret", .tooMuchWork),
        ("leaf.crt", "secret", .notPKCS12),
    ])
    func refuses(name: String, password: String, reason: PKCS12Failure) throws {
        let file = try fixture(name)
        #expect(throws: reason) { try PKCS12(der: file, password: password) }
    }

    @Test func ownFiles() throws {
        let (key, certificate) = try Self.identity("com.example.demo")
        let sealed = try #require(PKCS12.sealed(key, certificate, name: "证书", password: "密码"))
        let file = try PKCS12(der: sealed, password: "密码")
        #expect(file.privateKey == key)
        #expect(file.certificate == certificate)
        #expect(file.friendlyName == "证书")
        #expect(PKCS12.sealed(.make(), certificate, password: "x") == nil)
    }

    /// Cut short anywhere, and with any byte changed: a reason, never a trap.
    @Test func damaged() throws {
        let (key, certificate) = try Self.identity("a")
        let sealed = try #require(PKCS12.sealed(key, certificate, password: "p"))
        for length in stride(from: 0, to: sealed.count, by: 7) {
            #expect(throws: PKCS12Failure.self) { try PKCS12(der: Array(sealed.prefix(length)), password: "p") }
        }
        for place in stride(from: 0, to: sealed.count, by: 5) {
            var changed = sealed
            changed[place] ^= 0x41
            _ = try? PKCS12(der: changed, password: "p")
        }
        #expect(throws: PKCS12Failure.notPKCS12) { try PKCS12(der: sealed + [0], password: "p") }
        #expect(throws: PKCS12Failure.tooLarge(limit: PKCS12.sizeLimit)) {
            try PKCS12(der: [UInt8](repeating: 0x30, count: PKCS12.sizeLimit + 1), password: "")
        }
    }

    static func identity(_ name: String) throws -> (PrivateKey, X509Certificate) {
        let key = PrivateKey.make()
        let draft = X509Draft(
            commonName: name,
            userId: name,
            validFrom: .init(timeIntervalSince1970: 0),
            validUntil: .init(timeIntervalSince1970: 4e9)
        )
        return (key, try draft.signed(for: key))
    }
}

/// A file of `Tests/SigningTests/Fixtures`, whose script says where it comes from.
func fixture(_ name: String) throws -> [UInt8] {
    let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    return [UInt8](try Data(contentsOf: directory.appending(path: name)))
}

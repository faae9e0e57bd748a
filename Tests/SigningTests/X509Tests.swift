import Foundation
import Testing

@testable import Signing

struct X509Tests {
    @Test func fields() throws {
        let pem = try #require(PEM.blocks(in: try fixture("leaf.crt")).first)
        #expect(pem.label == "CERTIFICATE")
        let certificate = try X509Certificate(der: pem.bytes)
        #expect(certificate.subject == "C=US, OU=LQ38NAVXP6, CN=Apple Push Services: com.example.demo, UID=com.example.demo")
        #expect(certificate.issuer == "CN=Example Root, O=Example, C=US")
        #expect(certificate.commonName == "Apple Push Services: com.example.demo")
        #expect(certificate.validUntil.timeIntervalSince(certificate.validFrom) == 36500 * 86_400)
        #expect(certificate.sha256 == Hex.encode(Digest.sha256(pem.bytes)))
        #expect(certificate.serial.count == 40)
        #expect(certificate.pushTopics == ["com.example.demo", "com.example.demo.voip"])
        #expect(certificate.opensPushForDevelopment)
        #expect(certificate.opensPushForProduction)
        #expect(certificate.value(ofExtension: "1.2.3.4") == nil)
        #expect(certificate.value(ofExtension: "no identifier") == nil)
    }

    @Test func ownCertificates() throws {
        let (from, until) = (Date(timeIntervalSince1970: 1_700_000_000), Date(timeIntervalSince1970: 1_800_000_000))
        let (rootKey, key) = (PrivateKey.make(), PrivateKey.make())
        let root = try X509Draft(commonName: "根, +证书", validFrom: from, validUntil: until).signed(for: rootKey)
        var draft = X509Draft(commonName: "Push", organisationalUnit: "T", userId: "com.a", validFrom: from, validUntil: until)
        draft.pushTopics = ["com.a", "com.a.voip"]
        draft.isForDevelopment = true
        let leaf = try draft.signed(for: key, by: (root, rootKey))
        #expect(root.subject == "CN=根\\, \\+证书")
        #expect(leaf.issuer == root.subject)
        #expect((leaf.validFrom, leaf.validUntil) == (from, until))
        #expect(leaf.pushTopics == ["com.a", "com.a.voip"])
        #expect(leaf.opensPushForDevelopment && !leaf.opensPushForProduction)
        #expect(leaf.isIssued(by: root) && root.isIssued(by: root) && !root.isIssued(by: leaf))
        #expect(leaf.chain(among: [root, leaf]) == [leaf, root])
        #expect(key.matches(leaf) && !rootKey.matches(leaf))
        #expect(leaf.publicKeySHA256 == key.publicKeySHA256)
    }

    /// Without the extension: what the seeds' certificate of 2015 has, its subject's UID.
    @Test func topicOfSubject() throws {
        let (_, certificate) = try PKCS12Tests.identity("com.alipay.mpaasdemo")
        #expect(certificate.pushTopics == ["com.alipay.mpaasdemo"])
    }

    @Test func refuses() throws {
        let der = try PKCS12Tests.identity("a").1.der
        #expect(throws: X509Failure.notACertificate) { try X509Certificate(der: []) }
        #expect(throws: X509Failure.notACertificate) { try X509Certificate(der: Array(der.dropLast())) }
        #expect(throws: X509Failure.notACertificate) { try X509Certificate(der: der + [0]) }
        #expect(throws: X509Failure.tooLarge(limit: X509Certificate.sizeLimit)) {
            try X509Certificate(der: [UInt8](repeating: 0, count: X509Certificate.sizeLimit + 1))
        }
        for place in stride(from: 0, to: der.count, by: 3) {
            var changed = der
            changed[place] ^= 0x15
            _ = try? X509Certificate(der: changed).pushTopics
        }
    }
}

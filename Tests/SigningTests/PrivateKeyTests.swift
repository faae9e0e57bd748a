import Foundation
import Testing

@testable import Signing

struct PrivateKeyTests {
    @Test func text() throws {
        let key = PrivateKey.make()
        #expect(key.kind == .ec(curve: "prime256v1"))
        let again = try PrivateKey(pem: Array(("Bag Attributes\r\n  x: y\r\n" + key.pem.replacing("\n", with: "\r\n")).utf8))
        #expect(again == key)
        #expect(try PrivateKey(der: key.der) == key)
    }

    @Test func refuses() throws {
        let key = PrivateKey.make()
        #expect(throws: PrivateKeyFailure.encrypted) { try PrivateKey(pem: fixture("encrypted.pem")) }
        #expect(throws: PrivateKeyFailure.notAKey) { try PrivateKey(pem: fixture("leaf.crt")) }
        #expect(throws: PrivateKeyFailure.notAKey) { try PrivateKey(pem: Array((key.pem + key.pem).utf8)) }
        #expect(throws: PrivateKeyFailure.notAKey) { try PrivateKey(pem: Array(key.pem.utf8.dropLast(30))) }
        #expect(throws: PrivateKeyFailure.notAKey) { try PrivateKey(der: key.der + [0]) }
        #expect(throws: PrivateKeyFailure.tooLarge(limit: PrivateKey.sizeLimit)) {
            try PrivateKey(der: [UInt8](repeating: 0, count: PrivateKey.sizeLimit + 1))
        }
    }

    @Test func blocks() {
        let pem = PEM(label: "X", bytes: Array(0..<100))
        #expect(PEM.blocks(in: Array((pem.text + "between\n" + pem.text).utf8)) == [pem, pem])
        #expect(PEM.blocks(in: Array(pem.text.replacing("END X", with: "END Y").utf8)).isEmpty)
        #expect(PEM.blocks(in: Array(pem.text.replacing("A", with: "*").utf8)).isEmpty)
        #expect(PEM.blocks(in: Array((pem.text + pem.text).utf8), upTo: 1).count == 1)
    }
}

import Foundation
import Testing

@testable import Signing

struct PKCS8Tests {
    @Test func sealedKeysComeBack() throws {
        for key in [PrivateKey.make(), PrivateKey.makeRSA(bits: 2048)] {
            let pem = Array(key.sealedPEM(password: "密码 4711", rounds: 2_000).utf8)
            #expect(try PrivateKey(pem: pem, password: "密码 4711") == key)
            #expect(throws: PrivateKeyFailure.wrongPassword) { try PrivateKey(pem: pem, password: "密码 4712") }
            #expect(throws: PrivateKeyFailure.wrongPassword) { try PrivateKey(pem: pem, password: "") }
            #expect(throws: PrivateKeyFailure.encrypted) { try PrivateKey(pem: pem) }
        }
    }

    @Test func aPasswordIsOnlyForSealedOnes() throws {
        let key = PrivateKey.make()
        #expect(try PrivateKey(pem: Array(key.pem.utf8), password: "x") == key)
        #expect(throws: PrivateKeyFailure.notAKey) { try PrivateKey(pem: Array("nothing".utf8), password: "x") }
    }

    @Test func workIsBounded() throws {
        let key = PrivateKey.make()
        let pem = Array(key.sealedPEM(password: "x", rounds: PKCS12.iterationLimit + 1).utf8)
        #expect(throws: PrivateKeyFailure.tooMuchWork) { try PrivateKey(pem: pem, password: "x") }
    }

    @Test func sizesOfNewKeys() {
        #expect(PrivateKey.makeRSA(bits: 3072).kind == .rsa(bits: 3072))
    }
}

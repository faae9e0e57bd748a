import Testing

@testable import Signing

struct AESCBCTests {
    private static let key = hex("2b7e151628aed2a6abf7158809cf4f3c")
    private static let vector = hex("000102030405060708090a0b0c0d0e0f")

    /// NIST SP 800-38A, F.2.1; the last block is of padding.
    @Test func published() throws {
        let plain = hex("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51")
        let cipher = try AESCBC.encrypt(plain, key: Self.key, vector: Self.vector)
        #expect(Array(cipher.prefix(32)) == hex("7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"))
        #expect(try AESCBC.decrypt(cipher, key: Self.key, vector: Self.vector) == plain)
    }

    @Test(arguments: [0, 1, 15, 16, 17, 100_000])
    func lengths(_ count: Int) throws {
        let plain = [UInt8](repeating: 7, count: count)
        let cipher = try AESCBC.encrypt(plain, key: Self.key, vector: Self.vector)
        #expect(cipher.count == (count / 16 + 1) * 16)
        #expect(try AESCBC.decrypt(cipher, key: Self.key, vector: Self.vector) == plain)
    }

    @Test func refuses() throws {
        #expect(throws: AESCBC.Failure.size) { try AESCBC.encrypt([], key: [1], vector: Self.vector) }
        #expect(throws: AESCBC.Failure.size) { try AESCBC.encrypt([], key: Self.key, vector: [1]) }
        #expect(throws: AESCBC.Failure.damaged) { try AESCBC.decrypt([], key: Self.key, vector: Self.vector) }
        #expect(throws: AESCBC.Failure.damaged) { try AESCBC.decrypt([1], key: Self.key, vector: Self.vector) }
        let cipher = try AESCBC.encrypt([1], key: Self.key, vector: Self.vector)
        var changed = Self.vector
        changed[15] ^= 0xFF
        #expect(throws: AESCBC.Failure.damaged) { try AESCBC.decrypt(cipher, key: Self.key, vector: changed) }
    }
}

import Signing
import Testing

struct SecretTokenTests {
    @Test func shape() {
        let token = SecretToken.make(prefix: "console_")
        #expect(token.hasPrefix("console_"))
        #expect(token.utf8.count == 8 + 27 + 6)
        #expect(SecretToken.isWellFormed(token, prefix: "console_"))
    }

    @Test func thousandTokensDifferAndAreWellFormed() {
        let tokens = (0..<1000).map { _ in SecretToken.make(prefix: "t_") }
        #expect(Set(tokens).count == tokens.count)
        #expect(tokens.allSatisfy { SecretToken.isWellFormed($0, prefix: "t_") })
    }

    /// The checksum is the gzip CRC-32, so that other programs can check tokens: CRC-32 of "t_" and 27 zeros in base62.
    @Test func checksumIsTheCommonOne() {
        #expect(SecretToken.isWellFormed("t_" + String(repeating: "0", count: 27) + "2te6DS", prefix: "t_"))
    }

    @Test func everyMistypedCharacterIsFound() {
        let token = Array(SecretToken.make(prefix: "t_").utf8)
        for index in token.indices {
            var mistyped = token
            mistyped[index] = token[index] == UInt8(ascii: "z") ? UInt8(ascii: "y") : UInt8(ascii: "z")
            #expect(!SecretToken.isWellFormed(String(decoding: mistyped, as: UTF8.self), prefix: "t_"))
        }
    }

    @Test func otherFormsAreRefused() {
        let token = SecretToken.make(prefix: "t_")
        #expect(!SecretToken.isWellFormed(token, prefix: "u_"))
        #expect(!SecretToken.isWellFormed(token, prefix: ""))
        #expect(!SecretToken.isWellFormed(String(token.dropLast()), prefix: "t_"))
        #expect(!SecretToken.isWellFormed(token + "0", prefix: "t_"))
        #expect(!SecretToken.isWellFormed("", prefix: "t_"))
        #expect(!SecretToken.isWellFormed(token.dropLast() + "\u{301}", prefix: "t_"))
    }

    @Test func randomBytes() {
        #expect(Random.bytes(0).isEmpty)
        #expect(Random.bytes(32).count == 32)
        #expect(Random.bytes(32) != Random.bytes(32))
        #expect(Random.hex(16).utf8.count == 32)
    }
}

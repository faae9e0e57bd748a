import Testing

@testable import Signing

struct ScryptTests {
    /// Cheap enough for tests: 16 KiB.
    private static let cheap = Scrypt.Cost(ln: 4, r: 8, p: 1) ?? .standard

    /// RFC 7914, section 12, the first three vectors.
    @Test(arguments: [
        (
            "", "", 4, 1, 1,
            "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
        ),
        (
            "password", "NaCl", 10, 8, 16,
            "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
        ),
        (
            "pleaseletmein", "SodiumChloride", 14, 8, 1,
            "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
        ),
    ])
    func publishedVectors(_ password: String, _ salt: String, _ ln: Int, _ r: Int, _ p: Int, _ expected: String) throws {
        let cost = try #require(Scrypt.Cost(ln: ln, r: r, p: p))
        #expect(Hex.encode(Scrypt.derive(password, salt: Array(salt.utf8), cost: cost, count: 64)) == expected)
    }

    @Test func hashAndVerify() {
        let text = Scrypt.hash(password: "密码 with spaces 🔑", cost: Self.cheap)
        #expect(text.hasPrefix("$scrypt$ln=4,r=8,p=1$"))
        #expect(Scrypt.verify(password: "密码 with spaces 🔑", against: text))
        #expect(!Scrypt.verify(password: "密码 with spaces", against: text))
        #expect(!Scrypt.verify(password: "", against: text))
        #expect(text != Scrypt.hash(password: "密码 with spaces 🔑", cost: Self.cheap))
    }

    @Test func theStandardCostIs128Mebibytes() {
        let text = Scrypt.hash(password: "correct horse")
        #expect(text.hasPrefix("$scrypt$ln=17,r=8,p=1$"))
        #expect(Scrypt.verify(password: "correct horse", against: text))
        #expect((128 << 20...129 << 20).contains(Scrypt.Cost.standard.memory))
    }

    @Test func needsRehash() {
        let text = Scrypt.hash(password: "x", cost: Self.cheap)
        #expect(Scrypt.needsRehash(text))
        #expect(!Scrypt.needsRehash(text, cost: Self.cheap))
        #expect(Scrypt.needsRehash("plain"))
    }

    private static let salt = "c2FsdHNhbHRzYWx0c2FsdA"
    private static let key = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

    @Test(arguments: [
        "", "$", "$scrypt$", "$scrypt$ln=4,r=8,p=1$$", "$scrypt$ln=4,r=8,p=1$\(salt)$", "$argon2$ln=4,r=8,p=1$\(salt)$\(key)",
        "$scrypt$ln=30,r=8,p=1$\(salt)$\(key)", "$scrypt$ln=20,r=32,p=16$\(salt)$\(key)", "$scrypt$ln=-4,r=8,p=1$\(salt)$\(key)",
        "$scrypt$ln=4,r=0,p=1$\(salt)$\(key)", "$scrypt$r=8,ln=4,p=1$\(salt)$\(key)", "$scrypt$ln=04,r=8,p=1$\(salt)$\(key)",
        "$scrypt$ln=99999999999999999999,r=8,p=1$\(salt)$\(key)", "$scrypt$ln=4,r=8,p=1$\(salt)$\(key)$", "scrypt$ln=4,r=8,p=1$\(salt)$\(key)",
        "$scrypt$ln=4,r=8,p=1$!!!!!!!!!!!!$\(key)",
    ])
    func otherTextMatchesNothing(_ text: String) {
        #expect(!Scrypt.verify(password: "", against: text))
        #expect(Scrypt.Record(text) == nil)
        #expect(Scrypt.needsRehash(text, cost: Self.cheap))
    }

    @Test func costsAreBounded() {
        #expect(Scrypt.Cost(ln: 18, r: 8, p: 1) != nil)
        #expect(Scrypt.Cost(ln: 19, r: 8, p: 1) == nil)
        #expect(Scrypt.Cost(ln: 0, r: 8, p: 1) == nil)
        #expect(Scrypt.Cost(ln: 16, r: 1, p: 1) == nil)
    }
}

import Testing

@testable import Signing

/// McGrew and Viega, "The Galois/Counter Mode of Operation", the vectors NIST took over: cases 1 to 4 (AES-128) and 13 to 16 (AES-256).
struct AESGCMTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let key: String
        let nonce: String
        let plain: String
        let extra: String
        let box: String
    }

    private static let longKey = "feffe9928665731c6d6a8f9467308308"
    private static let longPlain =
        "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39"
    private static let extra = "feedfacedeadbeeffeedfacedeadbeefabaddad2"
    private static let zeroNonce = String(repeating: "0", count: 24)
    private static let zero16 = String(repeating: "0", count: 32)

    static let vectors = [
        Vector(testDescription: "1", key: zero16, nonce: zeroNonce, plain: "", extra: "", box: "58e2fccefa7e3061367f1d57a4e7455a"),
        Vector(
            testDescription: "2",
            key: zero16,
            nonce: zeroNonce,
            plain: zero16,
            extra: "",
            box: "0388dace60b6a392f328c2b971b2fe78ab6e47d42cec13bdf53a67b21257bddf"
        ),
        Vector(
            testDescription: "3",
            key: longKey,
            nonce: "cafebabefacedbaddecaf888",
            plain: longPlain + "1aafd255",
            extra: "",
            box: """
                42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091473f5985\
                4d5c2af327cd64a62cf35abd2ba6fab4
                """
        ),
        Vector(
            testDescription: "4",
            key: longKey,
            nonce: "cafebabefacedbaddecaf888",
            plain: longPlain,
            extra: extra,
            box: """
                42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091\
                5bc94fbc3221a5db94fae95ae7121a47
                """
        ),
        Vector(
            testDescription: "13",
            key: zero16 + zero16,
            nonce: zeroNonce,
            plain: "",
            extra: "",
            box: "530f8afbc74536b9a963b4f1c4cb738b"
        ),
        Vector(
            testDescription: "14",
            key: zero16 + zero16,
            nonce: zeroNonce,
            plain: zero16,
            extra: "",
            box: "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"
        ),
        Vector(
            testDescription: "16",
            key: longKey + longKey,
            nonce: "cafebabefacedbaddecaf888",
            plain: longPlain,
            extra: extra,
            box: """
                522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662\
                76fc6ece0f4e1768cddf8853bb2d551b
                """
        ),
    ]

    @Test(arguments: vectors)
    func publishedVectors(_ vector: Vector) throws {
        let (key, nonce, extra) = (hex(vector.key), hex(vector.nonce), hex(vector.extra))
        let box = try AESGCM.seal(hex(vector.plain), key: key, authenticating: extra, nonce: nonce)
        #expect(Hex.encode(box) == vector.nonce + vector.box)
        #expect(try AESGCM.open(box, key: key, authenticating: extra) == hex(vector.plain))
    }

    private let key = [UInt8](repeating: 7, count: 32)
    private let plain = Array("the secret of an app".utf8)

    @Test(arguments: [0, 1, 15, 16, 17, 100_000])
    func roundTrip(_ count: Int) throws {
        let plain = Random.bytes(count)
        let box = try AESGCM.seal(plain, key: key, authenticating: [1])
        #expect(box.count == count + AESGCM.overhead)
        #expect(try AESGCM.open(box, key: key, authenticating: [1]) == plain)
    }

    @Test func theSameSecretIsNeverSealedTheSame() throws {
        #expect(try AESGCM.seal(plain, key: key) != AESGCM.seal(plain, key: key))
    }

    @Test func everyFlippedBitIsFound() throws {
        let box = try AESGCM.seal(plain, key: key)
        for bit in 0..<box.count * 8 {
            var changed = box
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: AESGCM.Failure.tampered) { try AESGCM.open(changed, key: key) }
        }
    }

    @Test func everyShorterBoxIsRefused() throws {
        let box = try AESGCM.seal(plain, key: key)
        for count in 0..<box.count {
            #expect(throws: AESGCM.Failure.tampered) { try AESGCM.open(Array(box.prefix(count)), key: key) }
        }
    }

    @Test func otherKeyOrContextIsRefused() throws {
        let box = try AESGCM.seal(plain, key: key, authenticating: [1])
        #expect(throws: AESGCM.Failure.tampered) { try AESGCM.open(box, key: key, authenticating: [2]) }
        #expect(throws: AESGCM.Failure.tampered) { try AESGCM.open(box, key: key) }
        #expect(throws: AESGCM.Failure.tampered) { try AESGCM.open(box, key: [UInt8](repeating: 8, count: 32), authenticating: [1]) }
    }

    @Test(arguments: [0, 15, 24, 31, 33])
    func otherKeySizesAreRefused(_ size: Int) {
        let key = [UInt8](repeating: 0, count: size)
        #expect(throws: AESGCM.Failure.keySize) { try AESGCM.seal(plain, key: key) }
        #expect(throws: AESGCM.Failure.keySize) { try AESGCM.open([UInt8](repeating: 0, count: 40), key: key) }
    }
}

import Signing
import Testing

struct DigestTests {
    private static let abc = Array("abc".utf8)
    private static let twoBlocks = Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)

    /// FIPS 180-4 examples, NIST "Cryptographic Standards and Guidelines: SHA".
    @Test(arguments: [
        ([], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (abc, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (twoBlocks, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
        ([UInt8](repeating: 0x61, count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
    func sha256(_ message: [UInt8], _ digest: String) {
        #expect(Hex.encode(Digest.sha256(message)) == digest)
    }

    @Test(arguments: [
        ([], "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        (abc, "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (twoBlocks, "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
    ])
    func sha1(_ message: [UInt8], _ digest: String) {
        #expect(Hex.encode(Digest.sha1(message)) == digest)
    }

    /// RFC 1321, A.5.
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"),
        ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ])
    func md5(_ message: String, _ digest: String) {
        #expect(Hex.encode(Digest.md5(Array(message.utf8))) == digest)
    }

    @Test func headsAreTheBeginningsOfDigests() {
        let heads = Digest.Heads()
        for message in [Self.abc, [], Self.twoBlocks, [UInt8](repeating: 7, count: 300), Self.abc] {
            #expect(heads.sha256(message) == Digest.sha256(message).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        }
    }

    @Test(arguments: [1, 7, 63, 64, 65, 1000])
    func chunksGiveTheSameDigest(_ chunk: Int) {
        let message = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 31) }
        let stream = Digest.Stream(.sha256)
        for start in stride(from: 0, to: message.count, by: chunk) {
            stream.update(Array(message[start..<min(start + chunk, message.count)]))
        }
        #expect(stream.finish() == Digest.sha256(message))
    }

    @Test func aFinishedStreamStartsAnew() {
        let stream = Digest.Stream(.sha1)
        stream.update(Self.twoBlocks)
        _ = stream.finish()
        stream.update(Self.abc)
        #expect(stream.finish() == Digest.sha1(Self.abc))
        #expect(stream.finish() == Digest.sha1([]))
    }

    @Test func manyTasksHashAtOnce() async {
        let expected = Digest.sha256(Self.abc)
        let equal = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<200 { group.addTask { Digest.sha256(Self.abc) == expected } }
            return await group.allSatisfy { $0 }
        }
        #expect(equal)
    }
}

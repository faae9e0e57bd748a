import Foundation
import Testing

@testable import MainSiteClient

@Suite struct HotpatchPackageTests {
    private static let script = Array("print('补丁')".utf8)
    private static let secret = Array(HotpatchFixture.secret.utf8)

    private static func keys() throws -> [HotpatchKey] { [try HotpatchFixture.rsaKey, try HotpatchFixture.ecdsaKey] }

    private static func packages() throws -> [(format: Int, bytes: [UInt8])] {
        [
            (1, try HotpatchFixture.documented(script)), (2, try HotpatchFixture.sealed(script)),
            (2, try HotpatchFixture.sealed(script, withRSA: true)),
        ]
    }

    @Test func whatWasPackedComesOut() throws {
        for (format, bytes) in try Self.packages() {
            let package = try HotpatchPackage.open(bytes, format: format, keys: Self.keys(), secret: Self.secret)
            #expect(package.script == Self.script)
            #expect(package.language == (format == 2 ? .lua : nil) && package.release == (format == 2 ? "r1" : nil))
            #expect(bytes.suffix(package.signature.count).elementsEqual(package.signature))
        }
    }

    @Test func smallAndLargeScriptsAreScripts() throws {
        for size in [1, 15, 16, 17, 100_000] {
            let script = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            for (format, bytes) in [(1, try HotpatchFixture.documented(script)), (2, try HotpatchFixture.sealed(script))] {
                #expect(try HotpatchPackage.open(bytes, format: format, keys: Self.keys(), secret: Self.secret).script == script)
            }
        }
    }

    @Test func nothingIsNoScript() throws {
        for (format, bytes) in [(1, try HotpatchFixture.documented([])), (2, try HotpatchFixture.sealed([]))] {
            #expect(throws: HotpatchFault.contents) { try HotpatchPackage.open(bytes, format: format, keys: Self.keys(), secret: Self.secret) }
        }
    }

    /// What docs/hotpatch-package.md shows was made by the console.
    @Test func theDocumentedExamplesOpen() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let page = try String(contentsOf: root.appending(path: "docs/hotpatch-package.md"), encoding: .utf8)
        let blocks = page.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        let keys = try blocks.filter { $0.contains("BEGIN PUBLIC KEY") }.map {
            try HotpatchKey(pem: $0.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        let packages = blocks.compactMap { Data(base64Encoded: $0.filter { !$0.isWhitespace }) }.filter { $0.count > 400 }.map { Array($0) }
        #expect(keys.count >= 2 && packages.count >= 2)
        for bytes in packages {
            let format = bytes.starts(with: Array("MPHOTP02".utf8)) ? 2 : 1
            let package = try HotpatchPackage.open(bytes, format: format, keys: keys, secret: Self.secret)
            #expect(package.script == Array("return 1\n".utf8) && package.release == (format == 2 ? "example.1" : nil))
        }
    }

    /// Verify says no for every position of a small package.
    @Test func everyByteCounts() throws {
        for (format, bytes) in try Self.packages() {
            for position in bytes.indices {
                var other = bytes
                other[position] ^= 0x10
                #expect(throws: HotpatchFault.self, "\(format), \(position)") {
                    try HotpatchPackage.open(other, format: format, keys: Self.keys(), secret: Self.secret)
                }
            }
            let cuts: [[UInt8]] = [Array(bytes.dropLast()), Array(bytes.dropFirst()), bytes + [0], []]
            for cut in cuts {
                #expect(throws: HotpatchFault.self) { try HotpatchPackage.open(cut, format: format, keys: Self.keys(), secret: Self.secret) }
            }
        }
    }

    @Test func formatsAreNotMixedUp() throws {
        for (format, bytes) in try Self.packages() {
            #expect(throws: HotpatchFault.self) { try HotpatchPackage.open(bytes, format: 3 - format, keys: Self.keys(), secret: Self.secret) }
            #expect(throws: HotpatchFault.layout) { try HotpatchPackage.open(bytes, format: 3, keys: Self.keys(), secret: Self.secret) }
        }
    }

    @Test func otherKeysAndSecretsOpenNothing() throws {
        let (first, second) = (try HotpatchFixture.documented(Self.script), try HotpatchFixture.sealed(Self.script))
        let (rsa, ecdsa) = (try HotpatchFixture.rsaKey, try HotpatchFixture.ecdsaKey)
        #expect(throws: HotpatchFault.key) { try HotpatchPackage.open(first, format: 1, keys: [ecdsa], secret: Self.secret) }
        #expect(throws: HotpatchFault.key) { try HotpatchPackage.open(second, format: 2, keys: [rsa], secret: Self.secret) }
        #expect(throws: HotpatchFault.key) { try HotpatchPackage.open(second, format: 2, keys: [], secret: Self.secret) }
        #expect(throws: HotpatchFault.decryption) { try HotpatchPackage.open(second, format: 2, keys: [ecdsa], secret: Array("other".utf8)) }
        #expect(throws: HotpatchFault.self) { try HotpatchPackage.open(first, format: 1, keys: [rsa], secret: Array("other".utf8)) }
    }

    @Test func signedButWrongContentsAreRefused() throws {
        let keys = try Self.keys()
        let wrongSum = try HotpatchFixture.documented(Self.script, md5: String(repeating: "0", count: 32))
        #expect(throws: HotpatchFault.contents) { try HotpatchPackage.open(wrongSum, format: 1, keys: keys, secret: Self.secret) }
        let otherRelease = try HotpatchFixture.sealed(Self.script, manifestRelease: "r2")
        #expect(throws: HotpatchFault.contents) { try HotpatchPackage.open(otherRelease, format: 2, keys: keys, secret: Self.secret) }
    }

    @Test func onlyTheZipThatIsWrittenIsRead() throws {
        let good = HotpatchFixture.zip([("a", [1, 2, 3], false), ("b", Array(repeating: 7, count: 500), true)])
        #expect(try HotpatchZip.read(good, names: ["a", "b"]) == ["a": [1, 2, 3], "b": Array(repeating: 7, count: 500)])
        let (more, twice) = (
            HotpatchFixture.zip([("a", [], false), ("b", [], false), ("c", [], false)]), HotpatchFixture.zip([("a", [], false), ("a", [], false)])
        )
        for wrong in [more, twice, HotpatchFixture.zip([("a", [], false), ("../b", [], false)]), [0] + good, good + [0], Array(good.dropLast()), []] {
            #expect(throws: HotpatchFault.contents) { try HotpatchZip.read(wrong, names: ["a", "b"]) }
        }
        // What is no content of a file is checked too, or means nothing; no byte of it makes the reader fall.
        for position in good.indices {
            for bit in 0..<8 {
                var other = good
                other[position] ^= 1 << bit
                if let files = try? HotpatchZip.read(other, names: ["a", "b"]) { #expect(files["a"] == [1, 2, 3] && files["b"]?.count == 500) }
            }
        }
    }

    @Test func keysHaveTheConsolesNames() throws {
        // `openssl pkey -pubin -outform DER | sha256sum` of this key begins so.
        let pem = """
            -----BEGIN PUBLIC KEY-----
            MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEaxfR8uEsQkf4vOblY6RA8ncDfYEt
            6zOg9KE5RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R9Q==
            -----END PUBLIC KEY-----
            """
        #expect(try HotpatchKey(pem: pem).id == "5cd252fb0ce89324")
        #expect(throws: (any Error).self) { try HotpatchKey(pem: "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----") }
    }
}

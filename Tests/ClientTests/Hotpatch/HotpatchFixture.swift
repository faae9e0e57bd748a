import Crypto
import CryptoExtras
import Foundation
import Gzip

@testable import MainSiteClient

/// Packs scripts as the console does, written from its contract (section 6) and docs/hotpatch-package.md for these tests.
enum HotpatchFixture {
    static let secret = "0123456789abcdef0123456789abcdef"
    static let rsa: _RSA.Signing.PrivateKey = {
        guard let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048) else { fatalError("no RSA key") }
        return key
    }()
    static let ecdsa = P256.Signing.PrivateKey()

    static var rsaKey: HotpatchKey { get throws { try HotpatchKey(pem: rsa.publicKey.pemRepresentation) } }
    static var ecdsaKey: HotpatchKey { get throws { try HotpatchKey(pem: ecdsa.publicKey.pemRepresentation) } }

    // MARK: format 1

    static func documented(_ script: [UInt8], md5: String? = nil) throws -> [UInt8] {
        let key = SymmetricKey(data: Array(SHA256.hash(data: Array(secret.utf8))).prefix(16))
        let sum = md5 ?? HexText.digits(Insecure.MD5.hash(data: script))
        let body = try cbc(zip([("script.md5", Array(sum.utf8), false), ("script.enc", try cbc(script, key), false)]), key)
        let signature = try rsa.signature(for: Insecure.SHA1.hash(data: body), padding: .insecurePKCS1v1_5)
        return body + Array("\n--MPAAS-SIGNATURE--\n".utf8) + Array(signature.rawRepresentation)
    }

    private static func cbc(_ plain: [UInt8], _ key: SymmetricKey) throws -> [UInt8] {
        let iv = AES._CBC.IV()
        return Array(iv) + Array(try AES._CBC.encrypt(plain, using: key, iv: iv))
    }

    // MARK: format 2

    static func sealed(_ script: [UInt8], withRSA: Bool = false, release: String = "r1", manifestRelease: String? = nil) throws -> [UInt8] {
        let nonce = AES.GCM.Nonce()
        let id = withRSA ? try rsaKey.id : try ecdsaKey.id
        let header = Array(
            (#"{"algorithm":"\#(withRSA ? "RSA-PSS-SHA256" : "ECDSA-P256-SHA256")","cipher":"AES-256-GCM","format":2,"keyId":"\#(id)","#
                + #""nonce":"\#(Data(nonce).base64EncodedString())","releaseId":"\#(release)"}"#).utf8
        )
        let bound = Array("MPHOTP02".utf8) + field(header)
        let manifest = """
            {"language":"lua","releaseId":"\(manifestRelease ?? release)","sha256":"\(HexText.digits(SHA256.hash(data: script)))","size":\(script.count)}
            """
        let key = HMAC<SHA256>.authenticationCode(for: Array("mpaas-hotpatch-2".utf8), using: SymmetricKey(data: Array(secret.utf8)))
        let content = zip([("manifest.json", Array(manifest.utf8), false), ("script", script, true)])
        let box = try AES.GCM.seal(content, using: SymmetricKey(data: key), nonce: nonce, authenticating: bound)
        let signed = bound + field(Array(box.ciphertext + box.tag))
        let digest = SHA256.hash(data: signed)
        let signature = withRSA ? try rsa.signature(for: digest, padding: .PSS).rawRepresentation : try ecdsa.signature(for: digest).derRepresentation
        return signed + field(Array(signature))
    }

    private static func field(_ bytes: [UInt8]) -> [UInt8] {
        big(bytes.count) + bytes
    }

    private static func big(_ number: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }

    // MARK: zip

    static func zip(_ files: [(name: String, content: [UInt8], isDeflated: Bool)]) -> [UInt8] {
        var (bytes, directory): ([UInt8], [UInt8]) = ([], [])
        for (name, content, isDeflated) in files {
            // Gzip's frame is 10 bytes in front and 8 behind the deflated data.
            let packed = isDeflated ? Array(((try? Gzip.compress(content)) ?? []).dropFirst(10).dropLast(8)) : content
            let common =
                little(20, 2) + little(0, 2) + little(isDeflated ? 8 : 0, 2) + little(0, 4) + little(Int(HotpatchCRC.of(content)), 4)
                + little(packed.count, 4) + little(content.count, 4) + little(name.utf8.count, 2) + little(0, 2)
            directory += little(0x0201_4B50, 4) + little(20, 2) + common + little(0, 10) + little(bytes.count, 4) + Array(name.utf8)
            bytes += little(0x0403_4B50, 4) + common + Array(name.utf8) + packed
        }
        let end =
            little(0x0605_4B50, 4) + little(0, 4) + little(files.count, 2) + little(files.count, 2) + little(directory.count, 4)
            + little(bytes.count, 4) + little(0, 2)
        return bytes + directory + end
    }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> (8 * $0)) : 0 }
    }
}

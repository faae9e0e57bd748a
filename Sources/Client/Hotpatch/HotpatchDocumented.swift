import Crypto
import CryptoExtras
import Foundation

/// Packages of format 1, the documented pipeline of mPaaS (the console's contract, section 6):
/// `AES-128-CBC(zip{script.md5, script.enc})`, a mark, and an RSA signature with SHA-1.
enum HotpatchDocumented {
    private static let mark = Array("\n--MPAAS-SIGNATURE--\n".utf8)

    static func open(_ bytes: [UInt8], keys: [HotpatchKey], secret: [UInt8]) throws(HotpatchFault) -> HotpatchPackage {
        let (body, signature, key) = try signed(bytes, keys)
        let aes = SymmetricKey(data: Array(SHA256.hash(data: secret)).prefix(16))
        let files = try HotpatchZip.read(try decrypt(body, aes), names: ["script.enc", "script.md5"])
        guard let sum = files["script.md5"], let sealed = files["script.enc"] else { throw .contents }
        let script = try decrypt(sealed[...], aes)
        guard !script.isEmpty, sum == Array(HexText.digits(Insecure.MD5.hash(data: script)).utf8) else { throw .contents }
        return HotpatchPackage(script: script, language: nil, release: nil, keyId: key.id, signature: Array(signature))
    }

    /// A signature has as many bytes as its key, so each key says where the mark has to stand: what looks like one elsewhere means nothing.
    private static func signed(
        _ bytes: [UInt8],
        _ keys: [HotpatchKey]
    ) throws(HotpatchFault) -> (body: ArraySlice<UInt8>, signature: ArraySlice<UInt8>, key: HotpatchKey) {
        var fault = HotpatchFault.layout
        for key in keys {
            guard let size = key.documentedSize, bytes.count > size + mark.count else { continue }
            let body = bytes.dropLast(size + mark.count)
            guard bytes[body.endIndex...].starts(with: mark) else { continue }
            if key.signedDocumented(body, bytes.suffix(size)) { return (body, bytes.suffix(size), key) }
            fault = .signature
        }
        throw keys.contains { $0.documentedSize != nil } ? fault : .key
    }

    /// - Parameter bytes: 16 of the initialization vector, then the ciphertext with PKCS #7 padding.
    private static func decrypt(_ bytes: ArraySlice<UInt8>, _ key: SymmetricKey) throws(HotpatchFault) -> [UInt8] {
        guard bytes.count >= 32, bytes.count % 16 == 0, let iv = try? AES._CBC.IV(ivBytes: bytes.prefix(16)),
            let plain = try? AES._CBC.decrypt(bytes.dropFirst(16), using: key, iv: iv)
        else { throw .decryption }
        return Array(plain)
    }
}

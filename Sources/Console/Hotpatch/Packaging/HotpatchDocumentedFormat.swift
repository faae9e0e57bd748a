import Formats
import Signing

/// Format 1, the pipeline of the documents: the script's MD5 and the encrypted script in an archive, the archive encrypted once more, and an RSA
/// signature over SHA-1 behind a line. Kept as it is for clients that know nothing else; the signature is the only thing in it that can be
/// relied on.
struct HotpatchDocumentedFormat {
    let appSecret: String

    /// Between what is signed and the signature.
    static let separator = Array("\n--MPAAS-SIGNATURE--\n".utf8)

    private var key: [UInt8] { Array(Digest.sha256(Array(appSecret.utf8)).prefix(AESCBC.blockSize)) }

    // MARK: making

    func pack(
        _ script: [UInt8],
        key signer: HotpatchSigningKey,
        _ scheme: SignatureScheme,
        nonce: [UInt8]
    ) throws(HotpatchPackageFault) -> HotpatchPackage {
        let files = [("script.md5", Array(Hex.encode(Digest.md5(script)).utf8)), ("script.enc", try encrypt(script, "inner", nonce))]
        guard let archive = try? ZipBytes.write(files) else { throw .archive }
        let signed = try encrypt(archive, "outer", nonce)
        guard let signature = try? signer.privateKey.sign(signed, scheme) else { throw .unsigned }
        return HotpatchPackage(bytes: signed + Self.separator + signature, signature: signature)
    }

    /// The vector stands in front. It is made of the nonce under the key: nobody without the key can tell it, and one nonce gives one package.
    private func encrypt(_ plain: [UInt8], _ place: String, _ nonce: [UInt8]) throws(HotpatchPackageFault) -> [UInt8] {
        let vector = Array(HMAC.sha256(key: key, Array("mpaas-hotpatch-1 \(place)".utf8) + nonce).prefix(AESCBC.blockSize))
        guard let cipher = try? AESCBC.encrypt(plain, key: key, vector: vector) else { throw .secret }
        return vector + cipher
    }

    // MARK: believing

    func verify(_ bytes: [UInt8], _ publicKeys: [HotpatchPublicKey]) throws(HotpatchPackageFault) -> HotpatchVerified {
        guard let place = Self.lastSeparator(in: bytes) else { throw .notAPackage }
        let signed = Array(bytes[..<place])
        let signature = Array(bytes[(place + Self.separator.count)...])
        guard signed.count >= 3 * AESCBC.blockSize, signature.count <= HotpatchPackageLimits.signature else { throw .cutShort }
        let signers = publicKeys.filter { $0.algorithm == .rsa }
        guard !signers.isEmpty else { throw .unknownKey }
        guard let signer = signers.first(where: { $0.key.verifies(signature, of: signed, .rsaPKCS1SHA1) }) else { throw .signature }
        let files = try HotpatchPackageArchive.read(try decrypt(signed), "script.md5", "script.enc")
        let script = try decrypt(files.script)
        guard script.count <= HotpatchPackageLimits.script else { throw .scriptTooLarge }
        guard files.note == Array(Hex.encode(Digest.md5(script)).utf8) else { throw .digest }
        guard !script.isEmpty else { throw .noScript }
        return HotpatchVerified(script: script, format: .documented, language: nil, release: nil, keyId: signer.id)
    }

    /// The last one: what is encrypted may have any bytes in it, and a signature is too short to be made to.
    private static func lastSeparator(in bytes: [UInt8]) -> Int? {
        let first = max(0, bytes.count - HotpatchPackageLimits.signature - separator.count)
        guard bytes.count >= separator.count else { return nil }
        return (first...(bytes.count - separator.count)).last { bytes[$0..<($0 + separator.count)].elementsEqual(separator) }
    }

    private func decrypt(_ bytes: [UInt8]) throws(HotpatchPackageFault) -> [UInt8] {
        guard bytes.count > AESCBC.blockSize else { throw .archive }
        let (vector, cipher) = (Array(bytes.prefix(AESCBC.blockSize)), Array(bytes.dropFirst(AESCBC.blockSize)))
        guard let plain = try? AESCBC.decrypt(cipher, key: key, vector: vector) else { throw .secret }
        return plain
    }
}

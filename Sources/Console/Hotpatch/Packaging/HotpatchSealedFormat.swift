import Formats
import Signing

/// Format 2: a header, one archive sealed with AES-256-GCM that vouches for the header too, and a signature over all of it.
struct HotpatchSealedFormat {
    let appSecret: String

    static let magic = Array("MPHOTP02".utf8)

    private var key: [UInt8] { HMAC.sha256(key: Array(appSecret.utf8), Array("mpaas-hotpatch-2".utf8)) }

    // MARK: making

    func pack(
        _ script: [UInt8],
        _ language: HotpatchLanguage,
        _ header: HotpatchPackageHeader,
        key signer: HotpatchSigningKey,
        _ scheme: SignatureScheme
    ) throws(HotpatchPackageFault) -> HotpatchPackage {
        let manifest = HotpatchPackageManifest(script, language, release: header.releaseId)
        guard let archive = try? ZipBytes.write([("manifest.json", manifest.bytes), ("script", script)]), let nonce = header.nonceBytes else {
            throw .archive
        }
        let head = Self.magic + Self.length(header.bytes.count) + header.bytes
        guard let box = try? AESGCM.seal(archive, key: key, authenticating: head, nonce: nonce) else { throw .secret }
        // The box begins with the nonce, which the header has.
        let body = Array(box.dropFirst(AESGCM.nonceSize))
        let signed = head + Self.length(body.count) + body
        guard let signature = try? signer.privateKey.sign(signed, scheme) else { throw .unsigned }
        return HotpatchPackage(bytes: signed + Self.length(signature.count) + signature, signature: signature)
    }

    private static func length(_ count: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(count).bigEndian, Array.init)
    }

    // MARK: believing

    func verify(_ bytes: [UInt8], _ publicKeys: [HotpatchPublicKey]) throws(HotpatchPackageFault) -> HotpatchVerified {
        var rest = bytes.dropFirst(Self.magic.count)
        let headerBytes = try Self.take(&rest, upTo: HotpatchPackageLimits.header)
        let head = Array(bytes[..<rest.startIndex])
        let body = try Self.take(&rest, upTo: HotpatchPackageLimits.package)
        let signed = Array(bytes[..<rest.startIndex])
        let signature = try Self.take(&rest, upTo: HotpatchPackageLimits.signature)
        guard rest.isEmpty else { throw .trailing }
        guard let header = HotpatchPackageHeader(headerBytes), let scheme = header.scheme else { throw .header }
        guard let signer = publicKeys.first(where: { $0.id == header.keyId && scheme.fits($0.key.kind) }) else { throw .unknownKey }
        guard signer.key.verifies(signature, of: signed, scheme) else { throw .signature }
        guard let archive = try? AESGCM.open((header.nonceBytes ?? []) + body, key: key, authenticating: head) else { throw .secret }
        return try read(archive, header)
    }

    /// A length in four bytes, the highest first, and as many bytes.
    private static func take(_ rest: inout ArraySlice<UInt8>, upTo limit: Int) throws(HotpatchPackageFault) -> [UInt8] {
        guard rest.count >= 4 else { throw .cutShort }
        let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(4)
        guard count <= limit, count <= rest.count else { throw .cutShort }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    private func read(_ archive: [UInt8], _ header: HotpatchPackageHeader) throws(HotpatchPackageFault) -> HotpatchVerified {
        let files = try HotpatchPackageArchive.read(archive, "manifest.json", "script")
        guard let manifest = HotpatchPackageManifest(files.note), manifest.releaseId == header.releaseId else { throw .manifest }
        guard manifest.size == files.script.count, manifest.sha256 == Hex.encode(Digest.sha256(files.script)) else { throw .digest }
        guard !files.script.isEmpty else { throw .noScript }
        return HotpatchVerified(
            script: files.script,
            format: .sealed,
            language: manifest.language,
            release: manifest.releaseId,
            keyId: header.keyId
        )
    }
}

/// The archive of two files that is in both formats.
enum HotpatchPackageArchive {
    /// - Parameters:
    ///   - note: the name of the small one.
    ///   - script: the name of the other.
    static func read(_ bytes: [UInt8], _ note: String, _ script: String) throws(HotpatchPackageFault) -> (note: [UInt8], script: [UInt8]) {
        let most = HotpatchPackageLimits.script + AESCBC.blockSize * 2
        let limits = ZipLimits(maxEntries: 2, maxDirectory: 4096, maxUnpacked: most + HotpatchPackageLimits.note, maxNameBytes: 64, maxDepth: 1)
        guard let reader = try? ZipReader(bytes, limits: limits), reader.entries.count == 2 else { throw .archive }
        guard let small = reader.entries.first(where: { $0.path == note }), let large = reader.entries.first(where: { $0.path == script }) else {
            throw .archive
        }
        guard let noteBytes = try? reader.read(small.index, upTo: HotpatchPackageLimits.note),
            let scriptBytes = try? reader.read(large.index, upTo: most)
        else { throw .archive }
        return (noteBytes, scriptBytes)
    }
}

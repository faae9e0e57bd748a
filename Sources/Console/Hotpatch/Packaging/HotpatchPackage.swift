import Foundation
import Signing

/// A script as it goes to devices: encrypted, signed, one file. Pure: neither a database nor a clock, and the same bytes for the same nonce.
public struct HotpatchPackage: Sendable, Equatable {
    public let bytes: [UInt8]
    /// Of ``bytes``, in hexadecimal digits.
    public let sha256: String
    /// Base64; it also stands at the end of ``bytes``.
    public let signature: String

    init(bytes: [UInt8], signature: [UInt8]) {
        self.bytes = bytes
        sha256 = Hex.encode(Digest.sha256(bytes))
        self.signature = Data(signature).base64EncodedString()
    }

    /// - Parameters:
    ///   - release: an id that format 2 keeps inside the signed bytes; format 1 has no place for it.
    ///   - appSecret: 32 hexadecimal digits, of the app's platform.
    ///   - nonce: 12 bytes. Random ones, and never the same for two scripts of an app: the encryption of format 2 falls with that.
    public static func pack(
        _ script: [UInt8],
        _ language: HotpatchLanguage,
        format: HotpatchFormat,
        release: String,
        key: HotpatchSigningKey,
        appSecret: String,
        nonce: [UInt8]
    ) throws(HotpatchPackageFault) -> HotpatchPackage {
        guard !script.isEmpty else { throw .noScript }
        guard script.count <= HotpatchPackageLimits.script else { throw .scriptTooLarge }
        guard nonce.count == HotpatchPackageLimits.nonce else { throw .nonce }
        guard let scheme = key.algorithm.scheme(in: format) else { throw .otherAlgorithm }
        switch format {
        case .documented:
            return try HotpatchDocumentedFormat(appSecret: appSecret).pack(script, key: key, scheme, nonce: nonce)
        case .sealed:
            let header = HotpatchPackageHeader(algorithm: scheme.packageName, keyId: key.id, nonce: nonce, release: release)
            guard header.hasRightRelease else { throw .release }
            return try HotpatchSealedFormat(appSecret: appSecret).pack(script, language, header, key: key, scheme)
        }
    }

    /// What a package holds, once everything about it is right. Sizes are looked at first, then the signature; nothing is decrypted or unpacked
    /// that nobody has signed.
    ///
    /// - Parameters:
    ///   - publicKeys: those that may have signed it.
    ///   - format: the only one that is wanted; either when absent.
    public static func verify(
        _ bytes: [UInt8],
        publicKeys: [HotpatchPublicKey],
        appSecret: String,
        as format: HotpatchFormat? = nil
    ) throws(HotpatchPackageFault) -> HotpatchVerified {
        guard bytes.count <= HotpatchPackageLimits.package else { throw .tooLarge }
        let found: HotpatchFormat = bytes.starts(with: HotpatchSealedFormat.magic) ? .sealed : .documented
        if let format, format != found { throw .otherFormat }
        switch found {
        case .documented: return try HotpatchDocumentedFormat(appSecret: appSecret).verify(bytes, publicKeys)
        case .sealed: return try HotpatchSealedFormat(appSecret: appSecret).verify(bytes, publicKeys)
        }
    }
}

/// What was in a package, and who vouches for it.
public struct HotpatchVerified: Sendable, Equatable {
    public let script: [UInt8]
    public let format: HotpatchFormat
    /// Format 1 does not say.
    public let language: HotpatchLanguage?
    /// Format 1 does not say.
    public let release: String?
    /// Of the key whose signature it is.
    public let keyId: String
}

enum HotpatchPackageLimits {
    /// Bytes of a script.
    static let script = 4 << 20
    /// Bytes of a package: of a script that does not get smaller, and what is around it.
    static let package = script + (64 << 10)
    /// Bytes.
    static let nonce = 12
    /// Bytes of format 2's header.
    static let header = 1024
    /// Bytes of a signature: RSA with 8,192 bits.
    static let signature = 1024
    /// Characters of a release's id.
    static let release = 128
    /// Bytes of what stands beside the script in the archive.
    static let note = 4096
}

import Foundation
import Signing

/// What `console hotpatch` does: packages without a console, from files alone.
public enum HotpatchOffline {
    /// What is wrong with what was handed over, for a person.
    public struct Failure: Error, Equatable, CustomStringConvertible {
        public let description: String
    }

    // MARK: packages

    public struct Packed: Encodable, Sendable {
        public let algorithm: HotpatchAlgorithm
        /// `right`, or `unchecked` when there is no parser.
        public let check: String
        public let format: Int
        public let keyId: String
        public let language: HotpatchLanguage
        /// 24 hexadecimal digits: the same ones give the same package.
        public let nonce: String
        /// Nil in format 1, which has no place for it.
        public let releaseId: String?
        public let sha256: String
        public let signature: String
        public let size: Int
    }

    /// - Parameters:
    ///   - name: of the script's file, which says the language when nobody else does.
    ///   - nonce: 12 bytes; random when absent.
    public static func pack(
        _ script: [UInt8],
        name: String,
        language: HotpatchLanguage?,
        format: HotpatchFormat,
        release: String?,
        key: HotpatchSigningKey,
        appSecret: String,
        nonce: [UInt8]?
    ) async throws -> (package: [UInt8], said: Packed) {
        guard (try? HotpatchScript.read(script)) != nil else { throw Failure(description: "\(name) is empty, larger than 4 MB, or no UTF-8 text") }
        guard let language = language ?? HotpatchLanguage(fileName: name) else {
            throw Failure(description: "\(name): say --language lua or --language javascript")
        }
        let check = await HotpatchScripts().check(script, language)
        if case .wrong(let line, let message) = check { throw Failure(description: "\(name)\(line.map { ":\($0)" } ?? ""): \(message)") }
        let (nonce, release) = (nonce ?? Random.bytes(HotpatchPackageLimits.nonce), release ?? Random.hex(8))
        try checkSecret(appSecret)
        let package = try told {
            try HotpatchPackage.pack(script, language, format: format, release: release, key: key, appSecret: appSecret, nonce: nonce)
        }
        let said = Packed(
            algorithm: key.algorithm,
            check: HotpatchScriptCheckView(check).result.rawValue,
            format: format.rawValue,
            keyId: key.id,
            language: language,
            nonce: Hex.encode(nonce),
            releaseId: format == .sealed ? release : nil,
            sha256: package.sha256,
            signature: package.signature,
            size: package.bytes.count
        )
        return (package.bytes, said)
    }

    public struct Verified: Encodable, Sendable {
        public let format: Int
        public let keyId: String
        /// Nil in format 1, as is the next.
        public let language: HotpatchLanguage?
        public let releaseId: String?
        /// Of the script.
        public let sha256: String
        /// Of the script, in bytes.
        public let size: Int
    }

    public static func verify(
        _ package: [UInt8],
        publicKeys: [HotpatchPublicKey],
        appSecret: String,
        as format: HotpatchFormat?
    ) throws -> (script: [UInt8], said: Verified) {
        try checkSecret(appSecret)
        let found = try told { try HotpatchPackage.verify(package, publicKeys: publicKeys, appSecret: appSecret, as: format) }
        let said = Verified(
            format: found.format.rawValue,
            keyId: found.keyId,
            language: found.language,
            releaseId: found.release,
            sha256: Hex.encode(Digest.sha256(found.script)),
            size: found.script.count
        )
        return (found.script, said)
    }

    private static func checkSecret(_ secret: String) throws {
        guard secret.wholeMatch(of: #/[0-9a-f]{32}/#) != nil else { throw Failure(description: "an AppSecret has 32 lower-case hexadecimal digits") }
    }

    private static func told<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let fault as HotpatchPackageFault {
            throw Failure(description: "\(fault.rawValue): \(fault.sentence)")
        }
    }

    // MARK: keys

    public struct Key: Encodable, Sendable {
        public let algorithm: HotpatchAlgorithm
        public let id: String
        public let publicKeyPEM: String

        init(_ key: HotpatchPublicKey) {
            (algorithm, id, publicKeyPEM) = (key.algorithm, key.id, key.key.pem)
        }
    }

    /// - Returns: the private key, sealed with the password.
    public static func makeKey(_ algorithm: HotpatchAlgorithm, bits: Int, password: String) throws -> (pem: String, said: Key) {
        guard [2048, 3072].contains(bits) else { throw Failure(description: "RSA has 2048 or 3072 bits") }
        let made = algorithm == .rsa ? PrivateKey.makeRSA(bits: bits) : PrivateKey.make()
        guard let key = HotpatchSigningKey(made) else { throw Failure(description: "no key was made") }
        return (made.sealedPEM(password: password), Key(key.publicKey))
    }

    /// A private key in a file, sealed or not.
    public static func signingKey(_ pem: [UInt8], password: String?, name: String) throws -> HotpatchSigningKey {
        let key: PrivateKey
        do throws(PrivateKeyFailure) {
            key = try PrivateKey(pem: pem, password: password ?? "")
        } catch {
            let reason =
                switch error {
                case .wrongPassword: password == nil ? "it has a password: name its file with --password-file" : "another password"
                case .tooMuchWork, .unsupported: "sealed in a way that is not known here"
                case .tooLarge, .notAKey, .encrypted: "no private key as PEM"
                }
            throw Failure(description: "\(name): \(reason)")
        }
        guard let signing = HotpatchSigningKey(key) else {
            throw Failure(description: "\(name): only RSA with 2048 to 4096 bits and P-256 sign patches")
        }
        return signing
    }

    /// Public keys in a file, one or more.
    public static func publicKeys(_ pem: [UInt8], name: String) throws -> [HotpatchPublicKey] {
        let blocks = PEM.blocks(in: pem).filter { $0.label == "PUBLIC KEY" }
        guard !blocks.isEmpty else { throw Failure(description: "\(name): no public key as PEM") }
        return try blocks.map { block in
            guard let key = try? PublicKey(der: block.bytes), let half = HotpatchPublicKey(key) else {
                throw Failure(description: "\(name): only RSA with 2048 to 4096 bits and P-256 sign patches")
            }
            return half
        }
    }

    public static func describe(_ key: HotpatchPublicKey) -> Key { Key(key) }

    /// 12 bytes; nil for what is not 24 hexadecimal digits.
    public static func nonce(_ text: String) -> [UInt8]? {
        Hex.decode(text.lowercased()).flatMap { $0.count == HotpatchPackageLimits.nonce ? $0 : nil }
    }
}

extension HotpatchPackageFault {
    /// For the command line, which speaks English only.
    public var sentence: String {
        switch self {
        case .noScript: "there is no script"
        case .scriptTooLarge: "the script has more than 4 MB"
        case .nonce: "a nonce has 12 bytes"
        case .release: "a release's id has 1 to 128 letters, digits, dots, hyphens, colons and underscores"
        case .otherAlgorithm: "this kind of key does not sign this format"
        case .unsigned: "the key refused to sign"
        case .tooLarge: "larger than any package"
        case .notAPackage: "neither format"
        case .otherFormat: "the other format"
        case .cutShort: "cut short"
        case .trailing: "something stands behind the signature"
        case .header: "the header is not as it has to be"
        case .unknownKey: "signed with none of these keys"
        case .signature: "nobody who may has signed these bytes"
        case .secret: "encrypted under another AppSecret"
        case .archive: "what was encrypted is no archive of the two files"
        case .manifest: "the manifest does not describe it"
        case .digest: "the script is not the one that was packed"
        }
    }
}

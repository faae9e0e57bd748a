import Foundation
import Signing

/// What format 2 says in clear. There is one form of it only, so that it can be compared byte by byte: keys in order, no spaces, no escapes.
struct HotpatchPackageHeader: Codable, Equatable {
    let algorithm: String
    let cipher: String
    let format: Int
    let keyId: String
    /// Base64 of 12 bytes.
    let nonce: String
    let releaseId: String

    static let cipher = "AES-256-GCM"

    init(algorithm: String, keyId: String, nonce: [UInt8], release: String) {
        self.algorithm = algorithm
        cipher = Self.cipher
        format = HotpatchFormat.sealed.rawValue
        self.keyId = keyId
        self.nonce = Data(nonce).base64EncodedString()
        releaseId = release
    }

    var bytes: [UInt8] { HotpatchPackageJSON.write(self) }

    /// - Returns: nil for any other form.
    init?(_ bytes: [UInt8]) {
        guard let read = HotpatchPackageJSON.read(Self.self, bytes), read.cipher == Self.cipher, read.format == HotpatchFormat.sealed.rawValue,
            read.hasRightRelease, read.nonceBytes?.count == HotpatchPackageLimits.nonce, read.scheme != nil
        else { return nil }
        self = read
    }

    var nonceBytes: [UInt8]? { Data(base64Encoded: nonce).map { [UInt8]($0) } }

    var scheme: SignatureScheme? { [.rsaPSSSHA256, .ecdsaP256SHA256].first { $0.packageName == algorithm } }

    var hasRightRelease: Bool {
        (1...HotpatchPackageLimits.release).contains(releaseId.utf8.count)
            && releaseId.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || [0x2D, 0x2E, 0x3A, 0x5F].contains(byte)
            }
    }
}

/// What stands beside the script in format 2.
struct HotpatchPackageManifest: Codable, Equatable {
    let language: HotpatchLanguage
    let releaseId: String
    /// Of the script, in hexadecimal digits.
    let sha256: String
    /// Of the script, in bytes.
    let size: Int

    init(_ script: [UInt8], _ language: HotpatchLanguage, release: String) {
        self.language = language
        releaseId = release
        sha256 = Hex.encode(Digest.sha256(script))
        size = script.count
    }

    var bytes: [UInt8] { HotpatchPackageJSON.write(self) }

    init?(_ bytes: [UInt8]) {
        guard let read = HotpatchPackageJSON.read(Self.self, bytes) else { return nil }
        self = read
    }
}

extension SignatureScheme {
    /// As format 2 writes it.
    var packageName: String {
        switch self {
        case .rsaPKCS1SHA1: "RSA-PKCS1-SHA1"
        case .rsaPKCS1SHA256: "RSA-PKCS1-SHA256"
        case .rsaPSSSHA256: "RSA-PSS-SHA256"
        case .ecdsaP256SHA256: "ECDSA-P256-SHA256"
        }
    }
}

private enum HotpatchPackageJSON {
    static func write(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { [UInt8]($0) } ?? []
    }

    /// - Returns: nil also for what is right but written otherwise than ``write(_:)`` does.
    static func read<Value: Codable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
        guard bytes.count <= HotpatchPackageLimits.note, let value = try? JSONDecoder().decode(type, from: Data(bytes)), write(value) == bytes else {
            return nil
        }
        return value
    }
}

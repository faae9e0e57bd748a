import Foundation
import Signing
import Web

/// A key that the console is to make.
struct NewHotpatchKey: Codable, Sendable {
    /// `ECDSA-P256`, for format 2, when absent.
    var algorithm: HotpatchAlgorithm = .ecdsa
    /// Of RSA: 2048 when absent, or 3072.
    var bits: Int?
    /// Whether new packages are signed with it at once. When absent, only if the app has no active key of its algorithm: a client has to know the
    /// public half of a key before anything is signed with it.
    var activate: Bool?

    init(algorithm: HotpatchAlgorithm, bits: Int? = nil, activate: Bool? = nil) {
        (self.algorithm, self.bits, self.activate) = (algorithm, bits, activate)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        algorithm = try container.decodeIfPresent(HotpatchAlgorithm.self, forKey: .algorithm) ?? .ecdsa
        bits = try container.decodeIfPresent(Int.self, forKey: .bits)
        activate = try container.decodeIfPresent(Bool.self, forKey: .activate)
    }

    /// - Throws: `invalid`.
    func check() throws {
        guard let bits, algorithm == .rsa else { return }
        guard [2048, 3072].contains(bits) else { throw Problem.invalid("bits", "hotpatch.keys.bits") }
    }
}

/// What comes beside the file of a key.
struct HotpatchKeyImport: Codable, Sendable {
    /// Of an encrypted one.
    var password: String?
    /// As with ``NewHotpatchKey/activate``.
    var activate: Bool?
}

/// A private key in a file.
struct HotpatchKeyFile {
    let bytes: [UInt8]
    let password: String

    /// - Throws: `invalid` beside the field that is to blame.
    func read() throws -> PrivateKey {
        guard !bytes.isEmpty else { throw Problem.invalid("file", "web.required") }
        guard bytes.count <= HotpatchKeyLimits.file else { throw Problem.invalid("file", "hotpatch.keys.file.notAKey") }
        guard password.unicodeScalars.count <= HotpatchKeyLimits.password else { throw Problem.invalid("password", "hotpatch.keys.password.length") }
        let key = try parsed()
        guard HotpatchSigningKey(key) != nil else { throw Problem.invalid("file", "hotpatch.keys.otherKind") }
        return key
    }

    private func parsed() throws -> PrivateKey {
        do throws(PrivateKeyFailure) {
            return try PrivateKey(pem: bytes, password: password)
        } catch {
            switch error {
            case .wrongPassword where password.isEmpty: throw Problem.invalid("password", "hotpatch.keys.password.needed")
            case .wrongPassword: throw Problem.invalid("password", "hotpatch.keys.password.wrong")
            case .tooMuchWork, .unsupported: throw Problem.invalid("file", "hotpatch.keys.file.unsupported")
            case .tooLarge, .notAKey, .encrypted: throw Problem.invalid("file", "hotpatch.keys.file.notAKey")
            }
        }
    }
}

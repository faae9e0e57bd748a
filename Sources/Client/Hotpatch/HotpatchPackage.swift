import Crypto
import Foundation

/// What is in a package, after everything about it was checked.
package struct HotpatchPackage: Sendable, Equatable {
    let script: [UInt8]
    /// `nil` in format 1.
    let language: HotpatchScript.Language?
    /// The console's name for the release; `nil` in format 1.
    let release: String?
    /// Of ``HotpatchKey``.
    let keyId: String
    /// As it stands in the package.
    package let signature: [UInt8]

    /// The most bytes of a script.
    static let scriptLimit = 4 << 20
    /// The most bytes of a package.
    static let limit = scriptLimit + 65_536

    /// The SHA-256 of a package, as the console names it.
    package static func digest(_ bytes: some DataProtocol) -> String {
        HexText.digits(SHA256.hash(data: bytes))
    }

    /// Checks the signature first, then decrypts and unpacks.
    ///
    /// - Parameters:
    ///   - format: 1 or 2, as the console said; a package of the other one is refused.
    ///   - secret: the AppSecret's characters.
    package static func open(_ bytes: [UInt8], format: Int, keys: [HotpatchKey], secret: [UInt8]) throws(HotpatchFault) -> HotpatchPackage {
        guard bytes.count <= limit else { throw .size }
        return switch format {
        case 1: try HotpatchDocumented.open(bytes, keys: keys, secret: secret)
        case 2: try HotpatchSealed.open(bytes, keys: keys, secret: secret)
        default: throw .layout
        }
    }
}

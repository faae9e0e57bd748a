import Foundation
import Signing

/// What a device signs a call with: its app's secret over operation, body and time (contract, section 3).
struct GatewaySignature: Sendable, Equatable {
    let form: Form
    /// Lower-case hex, as it came.
    let hex: String

    enum Form: Sendable {
        /// `signType` absent or `0`: MD5 of secret, `&` and text, as the documented clients do.
        case md5
        /// `signType: hmac-sha256`.
        case hmacSHA256

        /// nil for a type that is not known.
        init?(signType: String?) {
            switch signType {
            case nil, "", "0": self = .md5
            case "hmac-sha256": self = .hmacSHA256
            default: return nil
            }
        }
    }

    /// What is signed.
    /// - Parameters:
    ///   - body: as it was before gzip.
    ///   - time: as in the header.
    static func text(operation: String, body: [UInt8], time: String) -> [UInt8] {
        var text = Array("Operation-Type=\(operation)&Request-Data=".utf8)
        text += Data(body).base64EncodedData()
        text += Array("&Ts=\(time)".utf8)
        return text
    }

    /// Signs a text, as a device would.
    static func make(_ form: Form, secret: String, _ text: [UInt8]) -> GatewaySignature {
        let digest =
            switch form {
            case .md5: Digest.md5(Array("\(secret)&".utf8) + text)
            case .hmacSHA256: HMAC.sha256(key: Array(secret.utf8), text)
            }
        return GatewaySignature(form: form, hex: Hex.encode(digest))
    }

    /// Compares in constant time.
    func isMade(with secret: String, over text: [UInt8]) -> Bool {
        constantTimeEqual(Array(Self.make(form, secret: secret, text).hex.utf8), Array(hex.utf8))
    }
}

/// A signature with the time it is made over, as in the header `Ts`.
struct GatewayProof: Sendable, Equatable {
    let time: String
    let signature: GatewaySignature
}

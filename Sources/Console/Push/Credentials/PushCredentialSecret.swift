import Foundation
import Signing

/// What is secret of a credential: in clear for as long as somebody holds this value, at rest only sealed.
struct PushCredentialSecret: Codable, Sendable, Equatable {
    /// The app's secret; of FCM the service account's private key in PEM.
    let secret: String

    /// Sealed with AES-256-GCM under the key file, and bound to the credential so that no row can take another's.
    func sealed(_ key: [UInt8], for credential: String) throws -> [UInt8] {
        try AESGCM.seal([UInt8](try JSONEncoder().encode(self)), key: key, authenticating: Self.context(credential))
    }

    static func open(_ sealed: [UInt8], _ key: [UInt8], for credential: String) throws -> PushCredentialSecret {
        let plain = try AESGCM.open(sealed, key: key, authenticating: context(credential))
        return try JSONDecoder().decode(PushCredentialSecret.self, from: Data(plain))
    }

    private static func context(_ credential: String) -> [UInt8] { Array("push credential \(credential)".utf8) }
}

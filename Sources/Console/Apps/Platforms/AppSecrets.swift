import Signing

/// AppSecrets at rest: AES-256-GCM under the key file, bound to their AppKey so that no row can take another's secret.
public struct AppSecrets: Sendable {
    private let key: [UInt8]

    /// - Parameter key: 32 bytes from the key file outside the database.
    public init(key: [UInt8]) {
        self.key = key
    }

    /// 32 lower-case hex digits from the system's generator.
    func make() -> String {
        Random.hex(16)
    }

    func seal(_ secret: String, appKey: String) throws -> [UInt8] {
        try AESGCM.seal(Array(secret.utf8), key: key, authenticating: Array(appKey.utf8))
    }

    func open(_ sealed: [UInt8], appKey: String) throws -> String {
        String(decoding: try AESGCM.open(sealed, key: key, authenticating: Array(appKey.utf8)), as: UTF8.self)
    }
}

/// A secret that was asked for; shown once and kept nowhere.
public struct RevealedSecret: Codable, Sendable {
    public let appKey: String
    public let appSecret: String
}

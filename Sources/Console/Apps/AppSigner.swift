import Foundation
import Storage

/// What a platform's devices sign with, in clear: in memory only, for the gateway.
struct AppSigner: Sendable {
    let app: App
    let platform: AppPlatform
    let secret: String
    private let old: String?

    /// The secret before the last rotation, as long as it is accepted.
    func oldSecret(at time: Date) -> String? {
        guard let until = platform.oldSecretUntil, time < until else { return nil }
        return old
    }

    /// Those of all apps that are not archived, by AppKey.
    static func all(_ apps: [App], _ sealed: [String: SealedAppSecret], _ secrets: AppSecrets) throws -> [String: AppSigner] {
        var signers: [String: AppSigner] = [:]
        for app in apps where app.archivedAt == nil {
            for platform in app.platforms {
                guard let stored = sealed[platform.appKey] else { continue }
                let secret = try secrets.open(stored.secret, appKey: platform.appKey)
                let old = try stored.old.map { try secrets.open($0, appKey: platform.appKey) }
                signers[platform.appKey] = AppSigner(app: app, platform: platform, secret: secret, old: old)
            }
        }
        return signers
    }
}

/// A platform's secrets as they are stored.
struct SealedAppSecret: Sendable {
    let secret: [UInt8]
    /// From before the last rotation.
    let old: [UInt8]?
}

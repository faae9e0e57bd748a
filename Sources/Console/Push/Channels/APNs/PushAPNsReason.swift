import Foundation

/// What Apple's answers mean: developer.apple.com, "Handling notification responses from APNs".
enum PushAPNsReason {
    static let expiredProviderToken = "ExpiredProviderToken"

    /// The token reaches nobody, by whichever certificate of this app: it is dropped.
    static let ofToken: Set<String> = ["BadDeviceToken", "DeviceTokenNotForTopic", "ExpiredToken", "Unregistered"]

    /// It is the certificate or key, not the device: every device's answer will be the same until somebody changes it.
    static let ofCertificate: Set<String> = [
        "BadCertificate", "BadCertificateEnvironment", "BadEnvironmentKeyIdInToken", "BadTopic", expiredProviderToken, "Forbidden",
        "InvalidProviderToken", "MissingProviderToken", "MissingTopic", "TopicDisallowed", "UnrelatedKeyIdInToken",
        PushReason.certificateExpired.rawValue, PushReason.certificateRefused.rawValue, PushReason.http1.rawValue, PushReason.untrusted.rawValue,
    ]

    static func outcome(_ answer: PushAnswer) -> PushOutcome {
        guard answer.isHTTP2 else { return .refused(.http1) }
        if answer.status == 200 { return .accepted(id: answer.headers.first(name: "apns-id")) }
        let said = answer.json(Said.self)
        let reason = said?.reason ?? "status-\(answer.status)"
        switch answer.status {
        // Too many, or something is wrong there; it says so instead of taking it.
        case 429, 500, 503: return .again(reason: reason, after: answer.retryAfter)
        case 502, 504: return .unknown(reason: reason)
        case 410: return .refused(reason: reason, dropToken: true, at: said?.timestamp.map { Date(milliseconds: $0) })
        default: return .refused(reason: reason, dropToken: ofToken.contains(reason), at: nil)
        }
    }

    private struct Said: Decodable {
        let reason: String?
        /// With 410: since when the token is not valid, in milliseconds since 1970.
        let timestamp: Int?
    }
}

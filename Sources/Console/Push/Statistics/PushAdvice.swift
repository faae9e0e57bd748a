/// What can be done about a reason; each has its sentence. Services' own words are sorted into these by name.
enum PushAdvice: String, Codable, CaseIterable, Sendable {
    /// The token reaches nobody: the app was removed, or the device is bound anew. Nothing to do.
    case token
    /// The certificate or credential is missing, over, or not this app's.
    case door
    /// The service did not let itself be reached, or asked for patience.
    case service
    /// What was sent was not accepted: the content is to be changed.
    case content
    /// It may have been taken; it is not sent again so that nobody gets it twice.
    case unknown
    /// People stopped or cancelled it, or its time was over.
    case decided
    /// Too many messages for a user.
    case cap
    case other

    init(_ outcome: PushTallyOutcome, _ reason: String) {
        if outcome == .unknown {
            self = .unknown
        } else if outcome == .skipped {
            self = reason == PushSkip.cap.rawValue ? .cap : reason == PushReason.unbound.rawValue ? .token : .decided
        } else {
            self = Self.words[reason] ?? .other
        }
    }

    /// developer.apple.com, "Handling notification responses from APNs"; firebase.google.com, "ErrorCode"; and the console's own ``PushReason``.
    private static let words: [String: PushAdvice] = [
        "Unregistered": .token, "ExpiredToken": .token, "BadDeviceToken": .token, "DeviceTokenNotForTopic": .token, "UNREGISTERED": .token,
        "badToken": .token, "unbound": .token, "80300007": .token,
        "BadCertificate": .door, "BadCertificateEnvironment": .door, "ExpiredProviderToken": .door, "InvalidProviderToken": .door,
        "MissingProviderToken": .door, "UnrelatedKeyIdInToken": .door, "BadEnvironmentKeyIdInToken": .door, "Forbidden": .door,
        "TopicDisallowed": .door, "BadTopic": .door, "MissingTopic": .door, "SENDER_ID_MISMATCH": .door, "THIRD_PARTY_AUTH_ERROR": .door,
        "noCertificate": .door, "certificateExpired": .door, "noCredentials": .door, "credentialUnreadable": .door, "certificateRefused": .door,
        "untrusted": .door, "noAccess": .door,
        "TooManyRequests": .service, "TooManyProviderTokenUpdates": .service, "InternalServerError": .service, "ServiceUnavailable": .service,
        "Shutdown": .service, "QUOTA_EXCEEDED": .service, "UNAVAILABLE": .service, "INTERNAL": .service, "noConnection": .service,
        "http1": .service, "oddAnswer": .service,
        "PayloadTooLarge": .content, "PayloadEmpty": .content, "BadCollapseId": .content, "BadExpirationDate": .content, "INVALID_ARGUMENT": .content,
        "tooLarge": .content, "unfilled": .content, "silentUnsupported": .content,
    ]
}

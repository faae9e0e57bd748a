import Storage

/// By whose service a device is reached. Stored: the words do not change.
public enum PushChannel: String, Codable, CaseIterable, Sendable, SQLConvertible {
    /// Apple's, opened with a push certificate.
    case apns
    /// Google's Firebase Cloud Messaging, and those of the makers of phones: opened with a ``PushCredential``.
    case fcm, huawei, xiaomi, oppo, vivo

    /// Whether it wakes apps without showing anything; OPPO's and vivo's show notifications only.
    var takesSilent: Bool { self != .oppo && self != .vivo }

    /// Whether its door refuses payloads of more than ``PushPayload/limit``; Xiaomi's service counts the parts of a form by itself.
    var limitsPayload: Bool { self != .xiaomi }
}

/// For which of Apple's two services a device's token is; other services have one only, `production`. Stored: the words do not change.
public enum PushEnvironment: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case development, production
}

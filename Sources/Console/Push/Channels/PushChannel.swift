import Storage

/// By whose service a device is reached. Stored: the words do not change.
public enum PushChannel: String, Codable, CaseIterable, Sendable, SQLConvertible {
    /// Apple's, opened with a push certificate.
    case apns
    /// Google's Firebase Cloud Messaging, and those of the makers of phones: opened with a ``PushCredential``.
    case fcm, huawei, xiaomi, oppo, vivo
}

/// For which of Apple's two services a device's token is; other services have one only, `production`. Stored: the words do not change.
public enum PushEnvironment: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case development, production
}

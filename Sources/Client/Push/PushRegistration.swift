/// Where a device can be reached: what a push service gave the app.
public struct PushRegistration: Sendable, Hashable, Codable {
    /// Whose token it is.
    public enum Channel: String, Sendable, Codable, CaseIterable {
        case apns
        case fcm
        case huawei
        case xiaomi
        case oppo
        case vivo
    }

    /// Which of Apple's two services gave the token: `development` for apps that Xcode installed. Others have one service, which is `production`.
    public enum Environment: String, Sendable, Codable, CaseIterable {
        case development
        case production
    }

    /// As the service writes it; Apple's in hexadecimal digits.
    public let token: String
    public let channel: Channel
    public let environment: Environment

    public init(token: String, channel: Channel, environment: Environment = .production) {
        self.token = token
        self.channel = channel
        self.environment = environment
    }

    /// Apple's, as `application(_:didRegisterForRemoteNotificationsWithDeviceToken:)` hands it over.
    public init(apns token: some Sequence<UInt8>, environment: Environment) {
        self.init(token: HexText.digits(token), channel: .apns, environment: environment)
    }
}

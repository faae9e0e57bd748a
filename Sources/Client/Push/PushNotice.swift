/// What a push from the console carries for the library.
public struct PushNotice: Sendable, Hashable {
    /// Of the message, for reports; `nil` for a push of somebody else.
    public let messageId: String?
    /// Of the diagnosis task that the device is to see to; most pushes have none.
    public let diagnosis: String?

    /// - Parameter payload: the `userInfo` of a notification, or the data of a message on Android.
    public init(_ payload: [AnyHashable: Any]) {
        messageId = payload["messageId"] as? String
        diagnosis = payload["mpaasDiagnosis"] as? String
    }
}

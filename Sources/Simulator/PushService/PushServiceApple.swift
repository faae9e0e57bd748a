import Foundation
import NIOCore

/// Requests as Apple's service takes them: `POST /3/device/<token>` ("Sending notification requests to APNs", developer.apple.com).
struct PushServiceApple {
    static let path = "/3/device/"
    static let payloadLimit = 4_096
    private static let types: Set<String> = [
        "alert", "background", "location", "voip", "complication", "fileprovider", "mdm", "liveactivity", "pushtotalk", "widgets",
    ]

    let request: PushServiceRequest
    let token: String

    init(_ request: PushServiceRequest) {
        self.request = request
        token = String(Substring(request.path.utf8.dropFirst(Self.path.utf8.count)))
    }

    /// What is wrong with the request by itself, whoever sends it.
    var fault: PushServiceReason? {
        if request.method != "POST" { return .methodNotAllowed }
        if token.isEmpty { return .missingDeviceToken }
        return tokenFault ?? headerFault ?? payloadFault
    }

    private var tokenFault: PushServiceReason? {
        let digits = token.utf8
        guard (64...200).contains(digits.count), digits.count.isMultiple(of: 2), digits.allSatisfy(Self.isHex) else { return .badDeviceToken }
        return nil
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) || (0x41...0x46).contains(byte)
    }

    private var headerFault: PushServiceReason? {
        let type = request["apns-push-type"]
        let priority = request["apns-priority"]
        if let type, !Self.types.contains(type) { return .invalidPushType }
        if let priority, !["1", "5", "10"].contains(priority) { return .badPriority }
        // A background push with priority 10 is an error ("apns-priority").
        if type == "background", priority != "5" { return .badPriority }
        if let expiration = request["apns-expiration"], UInt32(expiration) == nil { return .badExpirationDate }
        if let collapse = request["apns-collapse-id"], !(1...64).contains(collapse.utf8.count) { return .badCollapseId }
        if let id = request["apns-id"], UUID(uuidString: id) == nil { return .badMessageId }
        if request["apns-topic"]?.isEmpty ?? !request.hasCertificate { return .missingTopic }
        return nil
    }

    private var payloadFault: PushServiceReason? {
        if request.body.isEmpty { return .payloadEmpty }
        return request.body.count > Self.payloadLimit ? .payloadTooLarge : nil
    }

    /// Of the request, or one of our own.
    var id: String { request["apns-id"] ?? UUID().uuidString }

    var taken: PushServiceAnswer { PushServiceAnswer(status: 200, id: id) }

    /// - Parameter time: since when a token is not valid any more.
    func refusal(_ reason: PushServiceReason, at time: Date) -> PushServiceAnswer {
        let milliseconds = Int(time.timeIntervalSince1970 * 1_000)
        let timestamp = reason.status == 410 ? #","timestamp":\#(milliseconds)"# : ""
        let body = Array(#"{"reason":"\#(reason.rawValue)"\#(timestamp)}"#.utf8)
        return PushServiceAnswer(status: reason.status, id: id, body: body, retryAfter: reason == .tooManyRequests ? 1 : nil)
    }
}

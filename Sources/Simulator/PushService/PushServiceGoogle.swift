import Foundation

/// Requests as Google's services take them: access tokens by OAuth, and `POST /v1/projects/<project>/messages:send` (firebase.google.com, "FCM HTTP v1").
struct PushServiceGoogle {
    /// Why a message is refused, in the service's words.
    enum Reason: String {
        case invalidArgument = "INVALID_ARGUMENT"
        case unauthenticated = "UNAUTHENTICATED"
        case unregistered = "UNREGISTERED"
        case quotaExceeded = "QUOTA_EXCEEDED"
        case unavailable = "UNAVAILABLE"

        var status: Int {
            switch self {
            case .invalidArgument: 400
            case .unauthenticated: 401
            case .unregistered: 404
            case .quotaExceeded: 429
            case .unavailable: 503
            }
        }
    }

    static let tokenPath = "/token"
    private static let accessToken = "stand-in-access-token"

    let request: PushServiceRequest
    let token: String

    static func isSending(_ path: String) -> Bool {
        path.hasPrefix("/v1/projects/") && path.hasSuffix("/messages:send")
    }

    init(_ request: PushServiceRequest) {
        self.request = request
        token = (try? JSONDecoder().decode(Body.self, from: Data(request.body)))?.message.token ?? ""
    }

    private struct Body: Decodable {
        struct Message: Decodable {
            let token: String
        }

        let message: Message
    }

    /// What is wrong with the request by itself.
    var fault: Reason? {
        if request.authorization != "Bearer \(Self.accessToken)" { return .unauthenticated }
        return token.isEmpty || request.body.count > PushServiceApple.payloadLimit * 2 ? .invalidArgument : nil
    }

    var taken: PushServiceAnswer {
        let project = request.path.split(separator: "/").dropFirst(2).first ?? ""
        return PushServiceAnswer(status: 200, body: Array(#"{"name":"projects/\#(project)/messages/\#(UUID().uuidString)"}"#.utf8))
    }

    static func refusal(_ reason: Reason) -> PushServiceAnswer {
        let detail = #"{"@type":"type.googleapis.com/google.firebase.fcm.v1.FcmError","errorCode":"\#(reason.rawValue)"}"#
        let body = #"{"error":{"code":\#(reason.status),"status":"\#(reason.rawValue)","message":"stand-in","details":[\#(detail)]}}"#
        let isPassing = reason == .unavailable || reason == .quotaExceeded
        return PushServiceAnswer(status: reason.status, body: Array(body.utf8), retryAfter: isPassing ? 1 : nil)
    }

    /// The answer to `POST /token`: any signed assertion gets the same access token.
    static func accessToken(_ request: PushServiceRequest) -> PushServiceAnswer {
        guard request.method == "POST", String(decoding: request.body, as: UTF8.self).contains("assertion=") else {
            return PushServiceAnswer(status: 400, body: Array(#"{"error":"invalid_request"}"#.utf8))
        }
        return PushServiceAnswer(status: 200, body: Array(#"{"access_token":"\#(accessToken)","expires_in":3599,"token_type":"Bearer"}"#.utf8))
    }
}

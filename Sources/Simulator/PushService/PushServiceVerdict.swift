import NIOCore

/// What a client is told.
struct PushServiceAnswer: Equatable {
    var status: Int
    /// Header `apns-id`; `nil` for answers that are not Apple's.
    var id: String?
    /// JSON; empty for none.
    var body: [UInt8] = []
    /// Seconds.
    var retryAfter: Int?
}

/// What is done with a request.
enum PushServiceVerdict: Equatable {
    case answer(PushServiceAnswer, after: TimeAmount? = nil)
    case silence
    case reset
    case away
}

/// A request that was judged, as the log tells of it.
struct PushServiceRecord: Equatable {
    enum Service: String {
        case apns
        case fcm
    }

    var service: Service
    var token: String
    /// 200 was taken; 0 was taken and has no answer.
    var status: Int
    /// Why it was refused; empty where it was taken.
    var reason: String
}

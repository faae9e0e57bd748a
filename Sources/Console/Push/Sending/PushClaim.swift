import Foundation

/// A delivery whose intent is written down: the next thing that happens is the request.
struct PushClaim: Sendable {
    let app: String
    let message: String
    let device: String
    let platform: Platform
    let channel: PushChannel
    let environment: PushEnvironment
    let token: String
    /// When the device bound it.
    let boundAt: Date
    /// Of this device alone.
    let parameters: [String: String]
    /// When it was to be sent, however often it was tried since.
    let due: Date
    /// Seconds from then on for which it makes sense; 0: now or never.
    let ttl: Int
    /// With this one.
    let attempts: Int

    /// When the service is to give up; nil for at once.
    var expiresAt: Date? { ttl == 0 ? nil : due.addingTimeInterval(Double(ttl)) }
    /// It is not tried again after this: what is to come now or never has a minute.
    var lastTry: Date { due.addingTimeInterval(Double(max(ttl, 60))) }
}

extension PushClaim {
    init(_ key: PushSendableKey, _ device: String, _ bound: PushBoundToken, _ parameters: [String: String], due: Date, ttl: Int, attempts: Int) {
        self.init(
            app: key.app,
            message: key.message,
            device: device,
            platform: bound.platform,
            channel: bound.channel,
            environment: bound.environment,
            token: bound.token,
            boundAt: bound.at,
            parameters: parameters,
            due: due,
            ttl: ttl,
            attempts: attempts
        )
    }
}

/// A row whose intent is written down.
struct PushIntent: Sendable {
    let device: String
    /// Of this device alone, as JSON; empty for none.
    let parameters: String
    let due: Date
    let attempts: Int
}

/// How a device is reached now.
struct PushBoundToken: Sendable {
    let platform: Platform
    let channel: PushChannel
    let environment: PushEnvironment
    let token: String
    let at: Date
}

/// What came of a claim.
struct PushResult: Sendable {
    let claim: PushClaim
    let outcome: PushOutcome
}

/// Which message.
struct PushSendableKey: Hashable, Sendable {
    let app: String
    let message: String
}

/// Bounds of sending on one node.
struct PushSendingLimits: Sendable {
    /// Deliveries in `sending` at the same time: requests under way, and answers that are not written down yet.
    var inFlight = 500
    /// Answers that are written in one transaction, unless ``patience`` is over.
    var batch = 200
    /// How long an answer waits for others.
    var patience = Duration.milliseconds(20)
    /// How long answers are waited for when the console stops.
    var farewell = Duration.seconds(10)
    /// How soon it is looked again for what has become due, while others are under way.
    var look = Duration.milliseconds(250)
}

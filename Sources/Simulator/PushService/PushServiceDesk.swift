import Foundation
import Synchronization

/// Judges requests and writes them down. One desk serves all connections.
final class PushServiceDesk: Sendable {
    private struct Memory {
        /// When provider tokens were issued; `nil` for what is none. A client has one or two.
        var issued: [String: Date?] = [:]
        /// Tokens that were sent away once.
        var sentAway: Set<String> = []
    }

    /// Of what is remembered, so that no client fills the memory.
    private static let limit = 100_000

    let log: PushServiceLog
    private let reason: PushServiceReason?
    private let memory = Mutex(Memory())
    private let now: @Sendable () -> Date

    /// - Parameter reason: given to all that comes to Apple's service.
    init(log: PushServiceLog, reason: PushServiceReason? = nil, now: @escaping @Sendable () -> Date = { Date() }) {
        self.log = log
        self.reason = reason
        self.now = now
    }

    /// Says what is to be done, and has it written down. The log has to be flushed before it is done.
    func judge(_ request: PushServiceRequest) -> PushServiceVerdict {
        if request.path.hasPrefix(PushServiceApple.path) { return judge(PushServiceApple(request)) }
        if PushServiceGoogle.isSending(request.path) { return judge(PushServiceGoogle(request)) }
        if request.path == PushServiceGoogle.tokenPath { return .answer(PushServiceGoogle.accessToken(request)) }
        return .answer(PushServiceApple(request).refusal(.badPath, at: now()))
    }

    // MARK: Apple

    private func judge(_ apple: PushServiceApple) -> PushServiceVerdict {
        let time = now()
        if let reason = reason ?? providerFault(apple.request, time) ?? apple.fault { return refuse(apple, reason, time) }
        switch conduct(of: apple.token) {
        case .dead: return refuse(apple, .unregistered, time)
        case .bad0: return refuse(apple, .badDeviceToken, time)
        case .busy: return refuse(apple, .serviceUnavailable, time)
        case .many: return refuse(apple, .tooManyRequests, time)
        case .goaw: return .away
        case let other:
            note(.apns, apple.token, other, apple.request, time)
            return verdict(other, apple.taken)
        }
    }

    private func refuse(_ apple: PushServiceApple, _ reason: PushServiceReason, _ time: Date) -> PushServiceVerdict {
        let record = PushServiceRecord(service: .apns, token: apple.token, status: reason.status, reason: reason.rawValue)
        log.add(record, apple.request, at: time)
        return .answer(apple.refusal(reason, at: time))
    }

    private func providerFault(_ request: PushServiceRequest, _ time: Date) -> PushServiceReason? {
        guard let authorization = request.authorization else { return request.hasCertificate ? nil : .missingProviderToken }
        guard let issued = issued(authorization) else { return .invalidProviderToken }
        return time.timeIntervalSince(issued) > PushServiceProviderToken.lifetime ? .expiredProviderToken : nil
    }

    private func issued(_ authorization: String) -> Date? {
        memory.withLock { memory in
            if let known = memory.issued[authorization] { return known }
            let issued = PushServiceProviderToken.issued(authorization)
            if memory.issued.count >= 1_000 { memory.issued = [:] }
            memory.issued.updateValue(issued, forKey: authorization)
            return issued
        }
    }

    // MARK: Google

    private func judge(_ google: PushServiceGoogle) -> PushServiceVerdict {
        let time = now()
        if let fault = google.fault { return refuse(google, fault, time) }
        switch conduct(of: google.token) {
        case .dead: return refuse(google, .unregistered, time)
        case .bad0: return refuse(google, .invalidArgument, time)
        case .busy: return refuse(google, .unavailable, time)
        case .many: return refuse(google, .quotaExceeded, time)
        case .goaw: return .away
        case let other:
            note(.fcm, google.token, other, google.request, time)
            return verdict(other, google.taken)
        }
    }

    private func refuse(_ google: PushServiceGoogle, _ reason: PushServiceGoogle.Reason, _ time: Date) -> PushServiceVerdict {
        let record = PushServiceRecord(service: .fcm, token: google.token, status: reason.status, reason: reason.rawValue)
        log.add(record, google.request, at: time)
        return .answer(PushServiceGoogle.refusal(reason))
    }

    // MARK: both

    /// What the token chose, unless it was for the first time only and that is over.
    private func conduct(of token: String) -> PushServiceConduct? {
        guard let conduct = PushServiceConduct.of(token) else { return nil }
        guard [.busy, .many, .goaw].contains(conduct) else { return conduct }
        return memory.withLock { memory in
            if memory.sentAway.count >= Self.limit { memory.sentAway = [] }
            return memory.sentAway.insert(token).inserted ? conduct : nil
        }
    }

    private func note(
        _ service: PushServiceRecord.Service,
        _ token: String,
        _ conduct: PushServiceConduct?,
        _ request: PushServiceRequest,
        _ time: Date
    ) {
        let isAnswered = conduct != .hang && conduct != .rset
        log.add(PushServiceRecord(service: service, token: token, status: isAnswered ? 200 : 0, reason: ""), request, at: time)
    }

    private func verdict(_ conduct: PushServiceConduct?, _ taken: PushServiceAnswer) -> PushServiceVerdict {
        switch conduct {
        case .hang: .silence
        case .rset: .reset
        case .slow: .answer(taken, after: .seconds(2))
        default: .answer(taken)
        }
    }
}

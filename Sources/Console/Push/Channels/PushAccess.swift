import Foundation
import Storage
import Web

/// The token that a service gives for a credential, got once for all who wait for it.
actor PushAccess {
    private let clock: Clock
    private let ask: @Sendable () async -> PushGrant
    private var kept: (grant: PushGrant, until: Date)?
    private var asking: Task<PushGrant, Never>?

    /// Seconds after which somebody asks again who got no token.
    private static let rest: TimeInterval = 1
    /// A token is given back so long before its end.
    private static let margin: TimeInterval = 300

    init(clock: Clock, _ ask: @escaping @Sendable () async -> PushGrant) {
        self.clock = clock
        self.ask = ask
    }

    func grant() async -> PushGrant {
        if let kept, clock.now < kept.until { return kept.grant }
        if let asking { return await asking.value }
        // Not ended with the one who asked first.
        let task = Task { [ask] in await ask() }
        asking = task
        let grant = await task.value
        asking = nil
        kept = (grant, clock.now.addingTimeInterval(Self.life(of: grant)))
        return grant
    }

    private static func life(of grant: PushGrant) -> TimeInterval {
        guard case .token(_, let seconds) = grant else { return rest }
        return max(rest, Double(seconds) - margin)
    }

    /// After the service called it expired.
    func forget(_ token: String) {
        if case .token(token, _)? = kept?.grant { kept = nil }
    }
}

/// What came of asking for a token.
enum PushGrant: Sendable, Equatable {
    /// - seconds: as long as it lives.
    case token(String, seconds: Int)
    /// What it means for a message, of which nothing was sent.
    case failed(PushOutcome)

    /// Without an answer: the message was not even tried.
    init(_ trouble: PushTrouble) {
        switch trouble.outcome {
        case .refused: self = .failed(trouble.outcome)
        default: self = .failed(.again(.noAccess))
        }
    }

    /// An answer without a token.
    init(refused answer: PushAnswer) {
        self = .failed(answer.status == 429 || answer.status >= 500 ? .again(.noAccess, after: answer.retryAfter) : .refused(.noAccess))
    }
}

/// A door whose requests carry a token of the service.
protocol PushTokenDoor: PushChannelDoor {
    var access: PushAccess { get }
    /// - Returns: nil when the service calls the token expired.
    func ask(_ parcel: PushParcel, _ token: String) async -> PushOutcome?
}

extension PushTokenDoor {
    /// With another token once, when the one that was kept is none any more.
    func send(_ parcel: PushParcel) async -> PushOutcome {
        guard PushTokens.isToken(parcel.token) else { return .refused(reason: PushReason.badToken.rawValue, dropToken: true, at: nil) }
        guard parcel.payload.count <= PushPayload.limit else { return .refused(.tooLarge) }
        for _ in 0..<2 {
            switch await access.grant() {
            case .failed(let outcome): return outcome
            case .token(let token, _):
                if let outcome = await ask(parcel, token) { return outcome }
                await access.forget(token)
            }
        }
        return .refused(.noAccess)
    }

    func tryAccess() async -> PushOutcome? {
        if case .failed(let outcome) = await access.grant() { outcome } else { nil }
    }
}

enum PushTokens {
    /// Of other services than Apple's: printable, without spaces.
    static func isToken(_ token: String) -> Bool {
        (1...4_096).contains(token.utf8.count) && token.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// As a text of JSON with its quotes.
    static func quoted(_ text: String) -> String { JSONValue.string(text).text() }
}

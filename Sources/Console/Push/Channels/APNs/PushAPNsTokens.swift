import Foundation
import Signing
import Synchronization

/// Tokens that a `.p8` signs (developer.apple.com, "Establishing a token-based connection to APNs"). Apple wants one to be used for 20 to 60 minutes:
/// older ones it refuses, newer ones too, when they come too often.
final class PushAPNsTokens: Sendable {
    private let key: PrivateKey
    private let keyId: String
    private let teamId: String
    private let state = Mutex(State())

    private struct State {
        var token = ""
        var madeAt = Date.distantPast
        /// When one was last made because Apple called another one expired.
        var renewedAt = Date.distantPast
    }

    /// Seconds after which a new one is made by itself.
    static let life: TimeInterval = 40 * 60
    /// Seconds for which no second one is made only because Apple says so: a clock that is wrong would have one made for every message.
    static let rest: TimeInterval = 20 * 60

    init(key: PrivateKey, keyId: String, teamId: String) {
        (self.key, self.keyId, self.teamId) = (key, keyId, teamId)
    }

    /// - Returns: nil for a key that signs no such token.
    func current(at now: Date) -> String? {
        state.withLock { state in
            let age = now.timeIntervalSince(state.madeAt)
            return (0..<Self.life).contains(age) ? state.token : make(&state, now)
        }
    }

    /// After Apple called one expired.
    /// - Returns: another one; nil when one was renewed so a short while ago.
    func renewed(after old: String, at now: Date) -> String? {
        state.withLock { state in
            if state.token != old { return state.token }
            guard now.timeIntervalSince(state.renewedAt) >= Self.rest else { return nil }
            state.renewedAt = now
            return make(&state, now)
        }
    }

    private func make(_ state: inout State, _ now: Date) -> String? {
        let token = JSONWebToken(header: ["kid": keyId], claims: ["iss": .text(teamId), "iat": .number(Int(now.timeIntervalSince1970))])
        guard let signed = try? token.signed(.es256, by: key) else { return nil }
        (state.token, state.madeAt) = (signed, now)
        return signed
    }
}

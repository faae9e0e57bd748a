import Foundation
import Storage
import Synchronization

/// A door that does not go on asking when the credential itself is refused: after ``most`` such answers in a row whatever follows is refused with the
/// same reason without being asked, for ``pause`` seconds; then the next one tries again.
///
/// These deliveries are `failed`, not put off: a wrong certificate is for people to change, and a copy of the message then goes to those devices.
final class PushCircuit: PushChannelDoor {
    private let door: any PushChannelDoor
    private let reasons: Set<String>
    private let clock: Clock
    private let state = Mutex(State())

    private struct State {
        var reason = ""
        var count = 0
        var opensAt = Date.distantPast
    }

    static let most = 20
    static let pause: TimeInterval = 30

    /// - Parameter reasons: that speak of the credential, not of a device.
    init(_ door: any PushChannelDoor, on reasons: Set<String>, clock: Clock) {
        self.door = door
        self.reasons = reasons
        self.clock = clock
    }

    func send(_ parcel: PushParcel) async -> PushOutcome {
        if let reason = refusal() { return .refused(reason: reason, dropToken: false, at: nil) }
        let outcome = await door.send(parcel)
        note(outcome)
        return outcome
    }

    func tryAccess() async -> PushOutcome? { await door.tryAccess() }

    /// One at a time is let through when the pause is over.
    private func refusal() -> String? {
        let now = clock.now
        return state.withLock { state in
            guard state.count >= Self.most else { return nil }
            if now < state.opensAt { return state.reason }
            state.opensAt = now.addingTimeInterval(Self.pause)
            return nil
        }
    }

    private func note(_ outcome: PushOutcome) {
        let now = clock.now
        state.withLock { state in
            switch outcome {
            case .refused(let reason, _, _) where reasons.contains(reason):
                state.count = reason == state.reason ? state.count + 1 : 1
                state.reason = reason
                if state.count == Self.most { state.opensAt = now.addingTimeInterval(Self.pause) }
            case .accepted: state = State()
            // The service spoke of the device or the message, so it took the credential. What the console itself refused says nothing.
            case .refused(let reason, _, _) where PushReason(rawValue: reason) == nil: state = State()
            default: break
            }
        }
    }
}

/// What became of a message on a device, or why there was nothing to become.
enum PushWhyOutcome: String, Codable, CaseIterable, Sendable {
    /// Nobody got it yet.
    case draft
    case held, queued, sending, sent, arrived, opened, dismissed, failed, unknown
    case skippedStop, skippedCancellation, skippedCap, skippedExpiry, skippedPassed
    /// There is no token to send to.
    case neverBound, unbound, gone
    /// The target does not mean it.
    case notAimed
    /// It bound its token after the audience had been counted.
    case boundLater
    /// It fits today, and did not when the audience was counted.
    case fitsSince
    /// A repeated message has not run yet.
    case beforeFirstRun
    /// It was confirmed or cancelled without an audience that is still known.
    case notCounted

    /// Whether the device got it, as far as the console knows.
    var got: Bool { [.sent, .arrived, .opened, .dismissed].contains(self) }
}

extension PushWhyOutcome {
    /// What became of it.
    init(_ delivery: PushWhyDelivery) {
        self =
            switch delivery.state {
            case .held: .held
            case .queued: .queued
            case .sending: .sending
            case .failed: .failed
            case .unknown: .unknown
            case .skipped: Self.skipped(delivery.reason)
            case .sent: delivery.openedAt != nil ? .opened : delivery.ignoredAt != nil ? .dismissed : delivery.arrivedAt != nil ? .arrived : .sent
            }
    }

    private static func skipped(_ reason: String) -> PushWhyOutcome {
        switch PushSkip(rawValue: reason) {
        case .cancelled: .skippedCancellation
        case .cap: .skippedCap
        case .expired: .skippedExpiry
        case .passed: .skippedPassed
        case .stopped, nil: .skippedStop
        }
    }

    /// Why the device is in no audience of the message.
    init(_ message: PushMessage, _ bound: PushDevice?, fits: Bool) {
        if message.state == .draft {
            self = .draft
        } else if let bound {
            self = Self.missed(message, bound, fits: fits)
        } else {
            self = fits || message.target.kind != .devices ? .neverBound : .notAimed
        }
    }

    private static func missed(_ message: PushMessage, _ bound: PushDevice, fits: Bool) -> PushWhyOutcome {
        switch bound.state {
        case .unbound: return .unbound
        case .gone: return .gone
        case .bound: break
        }
        if !fits { return .notAimed }
        if message.isRepeated { return message.beganAt == nil ? .beforeFirstRun : .fitsSince }
        guard let frozen = message.frozenAt else { return .notCounted }
        return bound.boundAt > frozen ? .boundLater : .fitsSince
    }
}

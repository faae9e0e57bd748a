import Foundation
import Storage

/// Writes down what came of claims, all that went the same way together: the rows, the figures and the tokens that are dropped change in one
/// transaction.
struct PushSettling: Sendable {
    let lease: String
    let now: Date
    /// From 0 to 1, for this batch.
    let chance: Double

    /// What becomes of a delivery.
    private enum End: Hashable {
        case over(PushDeliveryState, reason: String)
        case again(reason: String, at: Date)
    }

    private struct Group: Hashable {
        let app: String
        let message: String
        let end: End
        let platform: Platform
    }

    func write(_ results: [PushResult], _ connection: Connection) throws {
        var groups: [Group: [String]] = [:]
        for result in results {
            let claim = result.claim
            let group = Group(app: claim.app, message: claim.message, end: end(of: result), platform: claim.platform)
            groups[group, default: []].append(claim.device)
        }
        // In the same order on every node, so that two of them never wait for each other's figures.
        for (group, devices) in groups.sorted(by: { "\($0.key)" < "\($1.key)" }) { try write(group, devices, connection) }
        for result in results {
            guard case .refused(let reason, true, let at) = result.outcome else { continue }
            _ = try connection.dropPushToken(
                app: result.claim.app,
                channel: result.claim.channel,
                token: result.claim.token,
                reason: reason,
                ifRegisteredBefore: at ?? result.claim.boundAt.addingTimeInterval(0.001),
                at: now
            )
        }
    }

    private func write(_ group: Group, _ devices: [String], _ connection: Connection) throws {
        switch group.end {
        case .over(let state, let reason):
            try end(group, devices, state, reason, connection)
        case .again(let reason, let time):
            if try connection.isPushSending(group.app, group.message) {
                try connection.requeuePush(group.app, group.message, devices, reason, lease: lease, notBefore: time)
            } else {
                try end(group, devices, .skipped, PushReason.stopped.rawValue, connection)
            }
        }
    }

    private func end(_ group: Group, _ devices: [String], _ state: PushDeliveryState, _ reason: String, _ connection: Connection) throws {
        let changed = try connection.endPush(group.app, group.message, devices, state, reason, lease: lease, at: now)
        guard let outcome = PushTallyOutcome(rawValue: state.rawValue) else { return }
        try connection.raisePushTally(group.app, group.message, outcome, reason, by: changed, at: now)
        if state == .sent { try connection.tallyPushed(group.app, group.message, on: group.platform, by: changed, at: now) }
    }

    private func end(of result: PushResult) -> End {
        let reason = result.outcome.reason
        switch result.outcome {
        case .accepted: return .over(.sent, reason: "")
        case .unknown: return .over(.unknown, reason: reason)
        case .refused: return .over(.failed, reason: reason)
        case .again(_, let asked):
            let pause = PushBackOff.pause(after: result.claim.attempts, reason: reason, asked: asked, chance: chance)
            guard let time = pause.map({ now.addingTimeInterval($0) }), time <= result.claim.lastTry else { return .over(.failed, reason: reason) }
            return .again(reason: reason, at: time)
        }
    }
}

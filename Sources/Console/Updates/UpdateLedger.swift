import Foundation
import Storage

extension Updates {
    /// Releases that ended at the time that their window names.
    @Sendable static func ends(_ connection: Connection, _ after: Date, _ to: Date) throws -> [LedgerEnd] {
        try connection.updatesOver(after: after, to: to).compactMap { update in
            guard let end = update.plan.window?.endsAt else { return nil }
            let values = update.ledgered.merging(["state": UpdateState.expired.rawValue]) { $1 }
            return LedgerEnd(action: "update.expire", app: update.app, object: update.audited, at: end, values: values)
        }
    }
}

extension Update {
    /// What the ledger of changes says of a release beside its state: of which version it is, and for whom.
    var ledgered: [String: String] { ledgered(plan.percentage, named: named) }

    /// The same with another share of the devices, or other users.
    func ledgered(_ percentage: Double?, named: Int) -> [String: String] {
        ["version": plan.version, "audience": LedgerAudience([share(percentage, named)] + conditions).text]
    }

    private func share(_ percentage: Double?, _ named: Int) -> LedgerAudience.Part {
        switch plan.mode {
        case .whitelist: .users(named)
        case .percentage: .said(RolloutFinding.percent(percentage ?? 0))
        case .timeWindow: plan.window?.limit.map { .devices($0) } ?? .all
        case .official: .all
        }
    }

    private var conditions: [LedgerAudience.Part] {
        (plan.rules.isEmpty ? [] : [.rules(plan.rules.count)]) + plan.networks.map { .said($0) }
    }
}

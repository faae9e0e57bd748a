import Foundation
import Storage

extension Hotpatches {
    /// Releases that ended at the time that their window names.
    @Sendable static func ends(_ connection: Connection, _ after: Date, _ to: Date) throws -> [LedgerEnd] {
        try connection.hotpatchesOver(after: after, to: to).compactMap { hotpatch in
            guard let end = hotpatch.plan.endsAt else { return nil }
            let values = hotpatch.ledgered.merging(["state": HotpatchState.ended.rawValue]) { $1 }
            return LedgerEnd(action: "hotpatch.expire", app: hotpatch.app, object: hotpatch.audited, at: end, values: values)
        }
    }
}

extension Hotpatch {
    /// What the ledger of changes says of a release beside its state: for which versions of the app it is, and for whom.
    var ledgered: [String: String] { ledgered(plan.percentage, named: named) }

    /// The same with another share of the devices, or other users.
    func ledgered(_ percentage: Double, named: Int) -> [String: String] {
        ["version": liveVersions.prefix(20).joined(separator: ", "), "audience": LedgerAudience(audience(percentage, named)).text]
    }

    private func audience(_ percentage: Double, _ named: Int) -> [LedgerAudience.Part] {
        var parts: [LedgerAudience.Part] = []
        if named > 0 { parts.append(.users(named)) }
        if percentage > 0 { parts.append(.said(RolloutFinding.percent(percentage))) }
        if percentage > 0, !plan.rules.isEmpty { parts.append(.rules(plan.rules.count)) }
        return parts.isEmpty ? [.nobody] : parts
    }
}

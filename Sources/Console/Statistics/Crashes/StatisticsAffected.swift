import Foundation
import Synchronization

/// Who crashed at least once.
public struct StatisticsAffected: Sendable, Equatable {
    public var devices = 0
    public var users = 0
}

/// Remembers counts of affected devices and users, the one figure whose cost grows with the number of crashes: a microsecond each.
///
/// A count is known by the crashes it was made from: as long as a range's sum of crashes is the same, no crash was added to it, and who
/// crashed is the same too. So nothing is ever out of date.
final class StatisticsMemory: Sendable {
    private let known = Mutex<[Key: StatisticsAffected]>([:])
    private static let limit = 500

    private struct Key: Hashable {
        let filter: StatisticsFilter
        let from: Date
        let to: Date
        let crashes: Int
    }

    /// - Parameter crashes: in the range, summed from the roll-up in the same read.
    func affected(
        _ filter: StatisticsFilter,
        _ range: StatisticsRange,
        crashes: Int,
        count: () throws -> StatisticsAffected
    ) rethrows -> StatisticsAffected {
        guard crashes > 0 else { return StatisticsAffected() }
        let key = Key(filter: filter, from: range.from, to: range.to, crashes: crashes)
        if let affected = known.withLock({ $0[key] }) { return affected }
        let affected = try count()
        known.withLock { known in
            if known.count >= Self.limit { known.removeAll() }
            known[key] = affected
        }
        return affected
    }
}

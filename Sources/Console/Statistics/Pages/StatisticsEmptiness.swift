import Foundation
import Web

/// Why a page has nothing to show; at most one of them holds.
struct StatisticsEmptiness: Codable, Sendable {
    /// The app never sent anything.
    let never: Bool
    /// Something narrows the figures to nothing.
    let narrowed: Bool
    /// There is nothing in this range.
    let quiet: Bool
    /// There is something after all.
    let filled: Bool

    /// - Parameters:
    ///   - isEmpty: whether the question has no figures.
    ///   - receivedAt: of the latest batch; nil also when batches are gone by retention, so the first days of versions are asked too.
    init(_ ask: StatisticsAsk, isEmpty: Bool, _ receivedAt: OrNull<Date>, _ firstDays: [String: Int]) {
        let hasLogs = receivedAt.value != nil || !firstDays.isEmpty
        never = isEmpty && !hasLogs
        narrowed = isEmpty && hasLogs && ask.query.isNarrowed
        quiet = isEmpty && hasLogs && !ask.query.isNarrowed
        filled = !isEmpty
    }
}

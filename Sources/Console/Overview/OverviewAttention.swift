import Foundation
import Web

/// What an overview answers in one look: is anything wrong, what changed, and what needs somebody.
struct OverviewAttention: Codable, Sendable {
    let wrong: Signs
    /// What devices came to feel within the last seven days, newest first.
    let changed: Changes
    let waiting: Signs

    struct Signs: Codable, Sendable {
        let count: Int
        /// The gravest first; at most 100.
        let items: [OverviewSign]

        init(_ all: [OverviewSign]) {
            count = all.count
            items = Array(all.sorted(by: OverviewSign.isBefore).prefix(OverviewAttention.most))
        }
    }

    struct Changes: Codable, Sendable {
        /// At most 100.
        let count: Int
        let items: [LedgerChange]
    }

    static let most = 100
}

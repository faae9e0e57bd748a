import Foundation

/// The three cards of an overview as pages show them.
struct OverviewCards: Codable, Sendable {
    /// Whether they are of all apps, each named.
    let ofAll: Bool
    let wrong: Card
    let changed: Changed
    let waiting: Card

    struct Card: Codable, Sendable {
        /// Nil for none, as templates take a zero for something.
        let count: Int?
        let rows: [Row]
        /// Those that are folded, and how many these are.
        let rest: [Row]
        let restCount: Int
        /// How many of them the card does not have; nil when it has all.
        let more: Int?

        init(count: Int, rows all: [Row]) {
            self.count = count > 0 ? count : nil
            rows = Array(all.prefix(OverviewCards.mostSigns))
            rest = Array(all.dropFirst(OverviewCards.mostSigns))
            restCount = rest.count
            more = count > all.count ? count - all.count : nil
        }
    }

    struct Row: Codable, Sendable {
        let tone: Tone
        /// Empty where it belongs to none.
        let appName: String
        let title: String
        /// Empty where the title says it all.
        let detail: String
        let at: Date?
        let href: String
    }

    struct Changed: Codable, Sendable {
        /// Nil for none.
        let count: Int?
        /// Whether there may be more than were counted.
        let more: Bool
        let rows: [LedgerRow]
        /// All of them.
        let href: String
    }

    /// Variants of a row of the list.
    enum Tone: String, Codable, CaseIterable, Sendable {
        case bad, warn
    }

    /// That are seen at once.
    static let mostSigns = 6
    static let mostChanges = 8
}

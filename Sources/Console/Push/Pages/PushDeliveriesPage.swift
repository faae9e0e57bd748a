import Foundation
import Web

/// What `Views/Push/deliveries` shows beside the list.
struct PushDeliveriesPage: Codable, Sendable {
    let message: PushMessageView
    let facts: PushFacts
    let states: [StateChoice]
    let reasons: [ReasonChoice]
    let q: String
    let filtered: Bool
    /// Whether users are linked to their pages.
    let namesUsers: Bool
    /// Why there may be none: its runs have them, it has been over for long, or nothing is frozen yet.
    let ofRuns: Bool
    let forgotten: Bool
    let unfrozen: Bool
    let pager: Pager

    struct StateChoice: Codable, Sendable {
        let state: PushDeliveryState
        let chosen: Bool
    }

    struct ReasonChoice: Codable, Sendable {
        let reason: String
        let chosen: Bool
    }

    init(_ message: PushMessageView, _ filter: PushDeliveryFilter, reasons: [String], namesUsers: Bool, _ pager: Pager) {
        self.message = message
        facts = PushFacts(message)
        states = PushDeliveryState.allCases.map { StateChoice(state: $0, chosen: $0 == filter.state) }
        let all = Set(reasons + [filter.reason].compactMap { $0 }).filter { !$0.isEmpty }
        self.reasons = all.sorted().map { ReasonChoice(reason: $0, chosen: $0 == filter.reason) }
        q = filter.text ?? ""
        filtered = filter.state != nil || filter.reason != nil || filter.text != nil
        self.namesUsers = namesUsers
        ofRuns = facts.isRepeated
        forgotten = !facts.isRepeated && facts.frozen
        unfrozen = !facts.isRepeated && !facts.frozen
        self.pager = pager
    }
}

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
    let pager: Pager

    struct StateChoice: Codable, Sendable {
        let state: PushDeliveryState
        let chosen: Bool
    }

    struct ReasonChoice: Codable, Sendable {
        let reason: String
        let chosen: Bool
    }

    init(_ message: PushMessageView, _ filter: PushDeliveryFilter, reasons: [String], _ pager: Pager) {
        self.message = message
        facts = PushFacts(message)
        states = PushDeliveryState.allCases.map { StateChoice(state: $0, chosen: $0 == filter.state) }
        let all = Set(reasons + [filter.reason].compactMap { $0 }).filter { !$0.isEmpty }
        self.reasons = all.sorted().map { ReasonChoice(reason: $0, chosen: $0 == filter.reason) }
        q = filter.text ?? ""
        filtered = filter.state != nil || filter.reason != nil || filter.text != nil
        self.pager = pager
    }
}

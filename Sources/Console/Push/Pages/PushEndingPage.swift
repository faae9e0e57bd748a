import Foundation
import Web

/// What is over for good once it is done, each with what it means for devices: `Views/Push/ending`.
struct PushEndingPage: Codable, Sendable {
    let message: PushMessageView
    let facts: PushFacts
    let may: PushMessagePage.May
    /// Nothing is left to be done.
    let over: Bool
}

extension PushEndingPage {
    init(_ message: PushMessage, _ view: PushMessageView, _ context: Context) {
        self.message = view
        facts = PushFacts(view)
        may = PushMessagePage.May(message, view, asker: nil, context)
        over = !may.stop && !may.edit
    }
}

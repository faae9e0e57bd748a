import Foundation
import Web

/// What is over for good once it is done, each with what it means for devices: `Views/Updates/ending`.
struct UpdateEndingPage: Codable, Sendable {
    let update: UpdateView
    let facts: UpdateFacts
    let may: UpdatePage.May
    /// Nothing is left to be done.
    let over: Bool
}

extension UpdateEndingPage {
    init(_ update: Update, _ view: UpdateView, _ context: Context) {
        self.update = view
        facts = UpdateFacts(view)
        may = UpdatePage.May(update, update.state(at: context.reader.now), context)
        over = !may.end && !may.edit
    }
}

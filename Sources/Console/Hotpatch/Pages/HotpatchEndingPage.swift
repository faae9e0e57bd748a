import Foundation
import Web

/// What ends a release for good, each with what it means for the devices that have the patch.
struct HotpatchEndingPage: Codable, Sendable {
    let hotpatch: HotpatchView
    let facts: HotpatchFacts
    let may: HotpatchPage.May
    /// Nothing is left to be done.
    let over: Bool
}

extension HotpatchEndingPage {
    init(_ hotpatch: Hotpatch, _ view: HotpatchView, _ context: Context) {
        self.hotpatch = view
        facts = HotpatchFacts(view)
        may = HotpatchPage.May(hotpatch, view, asker: nil, context)
        over = !may.end && !may.rollBack && !may.edit
    }
}

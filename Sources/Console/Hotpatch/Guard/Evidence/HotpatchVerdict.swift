import Foundation

/// When evidence is enough.
enum HotpatchVerdict {
    /// Of all releases that do no harm, at most this part is ever halted, however long and however often one looks.
    static let level = 0.01
    /// The evidence that halts: 1 ÷ level.
    static let threshold = 1 / level

    static func isHarm(_ state: HotpatchCase) -> Bool {
        state.evidence.log >= log(threshold)
    }
}

import Foundation
import Synchronization

/// What devices of every app get, in memory and written ahead: no SQL on a device's way.
final class SwitchIndex: Sendable {
    private let answers = Mutex(ChangeCopy([String: SwitchAnswers]()))

    /// nil for an app that has published nothing.
    func answers(_ app: String) -> SwitchAnswers? {
        answers.withLock { $0.content[app] }
    }

    /// All, and the version of the topic ``ChangeTopic/switches`` that they are of.
    var state: (version: Int, answers: [String: SwitchAnswers]) {
        answers.withLock { ($0.version, $0.content) }
    }

    /// - Parameters:
    ///   - version: at which all was read.
    ///   - before: this index's version when the read began.
    func replace(_ all: [String: SwitchAnswers], at version: Int, since before: Int) {
        answers.withLock { $0.take(all, at: version, since: before) }
    }
}

/// All that is published of an app.
struct SwitchEdition: Sendable {
    let stamp: Stamp
    let definitions: [(key: String, definition: SwitchDefinition)]

    /// The last publication. The number alone would also be that of another app that once had the name.
    struct Stamp: Sendable, Equatable {
        let number: Int
        let publishedAt: Date
    }
}

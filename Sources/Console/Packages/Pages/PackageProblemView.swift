import Foundation
import Web

/// A problem of a choice in sentences: what it is, why, and what would help.
struct PackageProblemView: Codable, Sendable {
    let kind: ModuleProblem.Kind
    let blocking: Bool
    let sentence: Message
    let because: [Message]
    let waysOut: [WayOut]

    struct WayOut: Codable, Sendable {
        /// Of the button; empty for what the form cannot do.
        let word: String
        let sentence: Message
    }

    init(_ problem: ModuleProblem) {
        let words = problem.sentences
        kind = problem.kind
        blocking = problem.level == .blocking
        sentence = words.title
        because = words.because
        waysOut = zip(problem.waysOut, words.waysOut).map { WayOut(word: $0.kind == .askForVersion ? "" : $0.word, sentence: $1) }
    }
}

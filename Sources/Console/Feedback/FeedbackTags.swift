import Foundation
import Web

/// Words by which operators sort feedback.
enum FeedbackTags {
    /// Each once, sorted. One text may hold several, between commas of any kind.
    /// - Throws: `invalid`.
    static func checked(_ tags: [String]) throws -> [String] {
        let separators: Set<Unicode.Scalar> = [",", "，", "、", ";", "；", "\n", "\r"]
        let words = tags.flatMap { $0.unicodeScalars.split { separators.contains($0) } }.map { String($0).trimmingCharacters(in: .whitespaces) }
        let tags = Set(words.filter { !$0.isEmpty }).sorted()
        if tags.count > FeedbackLimits.tags { throw Problem.invalid("tags", "feedback.tags.many") }
        if tags.contains(where: { !isGood($0) }) { throw Problem.invalid("tags", "feedback.tags.length") }
        return tags
    }

    private static func isGood(_ tag: String) -> Bool {
        tag.unicodeScalars.count <= FeedbackLimits.tag && !tag.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// As they are stored: `,a,b,`, so that one can be looked for with its commas.
    static func text(_ tags: [String]) -> String {
        tags.isEmpty ? "" : ",\(tags.joined(separator: ",")),"
    }

    static func read(_ text: String) -> [String] {
        text.split(separator: ",").map(String.init)
    }
}

import Formats
import Foundation
import Web

/// Module rules as people type them: `+ type com.example.*`, one on a line.
enum CrashRuleText {
    /// - Throws: `invalid` on `rules` for a line of another form.
    static func read(_ text: String) throws -> [CrashRule] {
        var rules: [CrashRule] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let words = line.split(maxSplits: 2, omittingEmptySubsequences: true, whereSeparator: \.isWhitespace).map(String.init)
            if words.isEmpty { continue }
            guard words.count == 3, words[0] == "+" || words[0] == "-", let subject = CrashModuleRules.Subject(rawValue: words[1]) else {
                throw Problem.invalid("rules", "crashes.grouping.rules.line", ["line": "\(index + 1)"])
            }
            rules.append(CrashRule(subject, words[2].trimmingCharacters(in: .whitespaces), isInApp: words[0] == "+"))
        }
        return rules
    }

    static func write(_ rules: [CrashRule]) -> String {
        rules.map { "\($0.isInApp ? "+" : "-") \($0.subject.rawValue) \($0.pattern)" }.joined(separator: "\n")
    }
}

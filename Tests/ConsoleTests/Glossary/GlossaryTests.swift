import Foundation
import TestSupport
import Testing

/// Holds the catalogues against docs/glossary.md.
@Suite struct GlossaryTests {
    private static let folder = URL(fileURLWithPath: TestConsole.home)

    @Test func noSentenceHasAForbiddenWord() throws {
        let (glossary, sentences) = (try Glossary(), try Sentence.all())
        // Ninety words in five thousand sentences: one look at all of them first.
        let all = sentences.map(\.bare).joined(separator: "\n")
        for word in glossary.forbidden where all.contains(word) {
            for sentence in sentences where sentence.has(word) && !glossary.excepts(sentence.key, word) {
                Issue.record("\(sentence.key) (\(sentence.language)): “\(word)” in “\(sentence.text)”; docs/glossary.md has a word for it")
            }
        }
    }

    @Test func everyTermIsInUse() throws {
        let sentences = try Sentence.all()
        let all = ["zh-CN", "en"].map { language in sentences.filter { $0.language == language }.map(\.text).joined(separator: "\n").lowercased() }
        for term in try Glossary().terms {
            #expect(all[0].contains(term.chinese.lowercased()), "\(term.chinese)")
            #expect(all[1].contains(term.english.lowercased()), "\(term.english)")
        }
    }

    /// Between Chinese and Latin letters or figures stands a space.
    @Test func scriptsAreApart() throws {
        let glossary = try Glossary()
        for sentence in try Sentence.all() where sentence.language == "zh-CN" {
            guard let found = sentence.bare.firstMatch(of: #/\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9%]\p{Script=Han}/#) else { continue }
            #expect(glossary.exceptions[sentence.key] != nil, "\(sentence.key): “\(found.output)” in “\(sentence.text)”")
        }
    }

    @Test func bothLanguagesHaveTheSameSentencesAndNames() throws {
        let sentences = try Sentence.all()
        let chinese = Dictionary(grouping: sentences.filter { $0.language == "zh-CN" }, by: \.key)
        let english = Dictionary(grouping: sentences.filter { $0.language == "en" }, by: \.key)
        #expect(Set(chinese.keys).symmetricDifference(english.keys).sorted() == [])
        for (key, found) in chinese {
            #expect(found.count == 1 && english[key]?.count == 1, "\(key) is said twice")
            #expect(found.first?.names == english[key]?.first?.names, "\(key) names other things in the other language")
        }
    }

    /// What a catalogue says.
    private struct Sentence {
        let language: String
        /// With its room, e.g. `tokens.title`.
        let key: String
        let text: String
        /// Without the names of what is filled in.
        let bare: String

        /// What is filled in.
        var names: Set<String> {
            Set(text.matches(of: #/\{\{([^}]*)\}\}/#).map { String($0.output.1) })
        }

        static func all() throws -> [Sentence] {
            let views = GlossaryTests.folder.appending(path: "Views")
            return try FileManager.default.contentsOfDirectory(atPath: views.path).sorted().flatMap { room in
                ["zh-CN", "en"].flatMap { language in
                    let file = views.appending(path: "\(room)/\(language).txt")
                    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [Sentence]() }
                    return text.split(separator: "\n").compactMap { Sentence($0, language, room) }
                }
            }
        }

        private init?(_ line: Substring, _ language: String, _ room: String) {
            guard !line.hasPrefix("#"), let split = line.firstRange(of: " = ") else { return nil }
            self.language = language
            let own = String(line[..<split.lowerBound])
            key = own.hasPrefix("label.") ? own : "\(room.prefix(1).lowercased())\(room.dropFirst()).\(own)"
            text = String(line[split.upperBound...])
            bare = text.contains("{{") ? text.replacing(#/\{\{[^}]*\}\}/#, with: "") : text
        }

        /// Latin words only as whole words.
        func has(_ word: String) -> Bool {
            guard word.allSatisfy(\.isASCII) else { return bare.contains(word) }
            guard language == "en" else { return false }
            return bare.ranges(of: word).contains { range in
                let before = range.lowerBound == bare.startIndex ? " " : bare[bare.index(before: range.lowerBound)]
                let after = range.upperBound == bare.endIndex ? " " : bare[range.upperBound]
                return !before.isLetter && !after.isLetter && before != "_" && after != "_"
            }
        }
    }

    /// What docs/glossary.md says.
    private struct Glossary {
        var terms: [(chinese: String, english: String)] = []
        var forbidden: [String] = []
        var exceptions: [String: [String]] = [:]

        init() throws {
            let text = try String(contentsOf: GlossaryTests.folder.appending(path: "docs/glossary.md"), encoding: .utf8)
            for section in text.split(separator: "\n## ") {
                let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") }.map(Self.cells)
                if section.hasPrefix("Terms") { readTerms(rows) }
                if section.hasPrefix("Exceptions") { for row in rows.dropFirst() { exceptions[Self.quoted(row[0])[0]] = Self.quoted(row[1]) } }
                for line in section.split(separator: "\n") where line.hasPrefix("Never used") { forbidden += Self.quoted(String(line)) }
            }
        }

        private mutating func readTerms(_ rows: [[String]]) {
            for row in rows.dropFirst() {
                terms.append((row[0], row[1]))
                forbidden += Self.quoted(row[3])
            }
        }

        private static func cells(_ line: Substring) -> [String] {
            line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map { $0.trimmingCharacters(in: .whitespaces) }
        }

        private static func quoted(_ text: String) -> [String] {
            text.matches(of: #/`([^`]+)`/#).map { String($0.output.1) }
        }

        func excepts(_ key: String, _ word: String) -> Bool {
            exceptions[key]?.contains(word) ?? false
        }
    }
}

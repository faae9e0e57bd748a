import Foundation
import Web

/// Whom a change is for: a few conditions that all hold, written into the audit log in plain words of data and read back in the reader's language.
struct LedgerAudience: Equatable {
    let parts: [Part]

    enum Part: Equatable {
        case all, nobody
        case users(Int)
        case devices(Int)
        case rules(Int)
        /// Anything else, as it is: `20%`, a platform, a version.
        case said(String)
    }

    init(_ parts: [Part]) {
        self.parts = parts
    }

    /// As ``text`` wrote it.
    init(text: String) {
        parts = text.split(separator: ",").map { Part(text: $0.trimmingCharacters(in: .whitespaces)) }
    }

    /// `20%, 2 rules`
    var text: String { parts.map(\.text).joined(separator: ", ") }

    func text(_ words: Catalogue.Words) -> String {
        let said = parts.map { $0.text(words) }
        guard let first = said.first else { return "" }
        return said.dropFirst().reduce(first) { words[Message("ledger.audience.pair", ["first": $0, "rest": $1])] }
    }
}

extension LedgerAudience.Part {
    fileprivate init(text: String) {
        let halves = text.split(separator: " ", maxSplits: 1)
        switch (text, halves.count == 2 ? Int(halves[0]) : nil, halves.last) {
        case ("all", _, _): self = .all
        case ("nobody", _, _): self = .nobody
        case (_, let count?, "user"), (_, let count?, "users"): self = .users(count)
        case (_, let count?, "device"), (_, let count?, "devices"): self = .devices(count)
        case (_, let count?, "rule"), (_, let count?, "rules"): self = .rules(count)
        default: self = .said(text)
        }
    }

    fileprivate var text: String {
        switch self {
        case .all: "all"
        case .nobody: "nobody"
        case .users(let count): Self.counted(count, "user")
        case .devices(let count): Self.counted(count, "device")
        case .rules(let count): Self.counted(count, "rule")
        case .said(let text): text
        }
    }

    private static func counted(_ count: Int, _ word: String) -> String {
        count == 1 ? "1 \(word)" : "\(count) \(word)s"
    }

    fileprivate func text(_ words: Catalogue.Words) -> String {
        switch self {
        case .all: words["ledger.audience.all"]
        case .nobody: words["ledger.audience.nobody"]
        case .users(let count): Self.counted(count, "users", words)
        case .devices(let count): Self.counted(count, "devices", words)
        case .rules(let count): Self.counted(count, "rules", words)
        case .said(let text): text
        }
    }

    private static func counted(_ count: Int, _ key: String, _ words: Catalogue.Words) -> String {
        words[Message("ledger.audience.\(key).\(count == 1 ? "one" : "many")", ["count": "\(count)"])]
    }
}

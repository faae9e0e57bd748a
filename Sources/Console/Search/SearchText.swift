import Foundation

/// What somebody typed, as rooms compare it: in small letters, its words one by one.
struct SearchText: Sendable, Equatable {
    /// Without spaces around it.
    let whole: String
    /// In small letters.
    let folded: String
    let words: [String]

    static let longest = 100
    private static let mostWords = 5

    init(_ text: String) {
        whole = text.trimmingCharacters(in: .whitespacesAndNewlines)
        folded = whole.lowercased()
        words = Array(folded.split(whereSeparator: \.isWhitespace).map(String.init).prefix(Self.mostWords))
    }

    /// Every word is somewhere in the text.
    func isFound(in text: String) -> Bool {
        let folded = text.lowercased()
        return words.allSatisfy { folded.contains($0) }
    }

    /// How near a hit is, 0 the nearest: the very thing, a beginning, the beginning of a word, within the title, elsewhere.
    func distance(of hit: SearchHit) -> Int {
        let title = hit.title.lowercased()
        // As pages name it: `iOS #3`.
        let named = hit.platform.value.map { "\($0.rawValue) \(title)" }
        if title == folded || named == folded || hit.id.lowercased() == folded { return 0 }
        if title.hasPrefix(folded) || hit.id.lowercased().hasPrefix(folded) { return 1 }
        guard let place = title.range(of: folded) else { return 4 }
        let before = title[..<place.lowerBound].last
        return before.map { $0.isLetter || $0.isNumber } ?? false ? 3 : 2
    }
}

/// How many rows a search reads of tables that have no index for it: shared among the apps, newest first.
enum SearchBounds {
    /// Of each kind.
    private static let rows = 10_000
    private static let leastOfApp = 200
    /// Hits of a kind that are counted.
    static let hits = 50
    /// Apps that are looked into.
    static let apps = 100

    static func rows(apps: Int) -> Int { max(leastOfApp, rows / max(apps, 1)) }
}

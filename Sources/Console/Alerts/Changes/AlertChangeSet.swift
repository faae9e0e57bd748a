/// Kinds of changes as a channel is told of them: each once, in the order of their list.
enum AlertChangeSet {
    static func ordered(_ kinds: [LedgerKind]) -> [LedgerKind] {
        LedgerKind.allCases.filter(kinds.contains)
    }

    /// As it is stored: words with a space between them.
    static func text(_ kinds: [LedgerKind]) -> String { kinds.map(\.rawValue).joined(separator: " ") }

    static func read(_ text: String) -> [LedgerKind] { text.split(separator: " ").compactMap { LedgerKind(rawValue: String($0)) } }
}

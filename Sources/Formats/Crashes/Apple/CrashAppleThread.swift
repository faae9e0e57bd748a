/// A line that begins with `Thread`: `Thread 5:`, `Thread 0 Crashed:: name  Dispatch queue: queue`, `Thread 0 name:  Dispatch queue: queue`,
/// `Thread 5 crashed with ARM Thread State (64-bit):`.
struct CrashAppleThread {
    enum Kind {
        case name
        case stack(isCrashed: Bool)
        case state
    }

    let number: Int
    let kind: Kind
    private(set) var name = ""
    private(set) var queue = ""

    /// nil for another line that begins so.
    init?(_ line: CrashText.Part, _ text: inout CrashText) {
        let rest = (line.lowerBound + 7)..<line.upperBound
        var end = rest.lowerBound
        while end < rest.upperBound, CrashText.isDigit(text.bytes[end]) { end += 1 }
        guard let number = text.number(rest.lowerBound..<end) else { return nil }
        self.number = number
        var tail = end..<rest.upperBound
        if text.begins(tail, " crashed with") || text.find("Thread State", in: tail) != nil {
            kind = .state
            return
        }
        guard let colon = text.find(UInt8(ascii: ":"), in: tail) else { return nil }
        let word = end..<colon
        guard word.isEmpty || text.equals(word, " Crashed") || text.equals(word, " name") else { return nil }
        kind = text.equals(word, " name") ? .name : .stack(isCrashed: !word.isEmpty)
        tail = (colon + 1)..<rest.upperBound
        if text.begins(tail, ":") { tail = (tail.lowerBound + 1)..<tail.upperBound }
        describe(tail, &text)
    }

    private mutating func describe(_ tail: CrashText.Part, _ text: inout CrashText) {
        guard let (before, after) = text.cut(tail, at: "Dispatch queue:") else {
            name = text.name(text.trimmed(tail))
            return
        }
        name = text.name(text.trimmed(before))
        queue = text.name(text.trimmed(after))
    }
}

/// Patterns with `*` for any number of any bytes.
enum CrashPattern {
    /// Of a text the first so many bytes are compared: a path that needs more is nobody's.
    private static let longest = 1024

    /// Goes back to the last star only, so that a pattern with one in the middle costs the lengths multiplied at worst.
    static func matches(_ pattern: String, _ text: String) -> Bool {
        var (pattern, text) = (pattern, text)
        return pattern.withUTF8 { pattern in
            text.withUTF8 { text in matches(pattern, UnsafeBufferPointer(rebasing: text.prefix(longest))) }
        }
    }

    private static func matches(_ pattern: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var (place, at) = (0, 0)
        var star: (place: Int, at: Int)?
        while at < text.count {
            if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
                star = (place, at)
                place += 1
            } else if place < pattern.count, pattern[place] == text[at] {
                (place, at) = (place + 1, at + 1)
            } else if let last = star {
                star = (last.place, last.at + 1)
                (place, at) = (last.place + 1, last.at + 1)
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}

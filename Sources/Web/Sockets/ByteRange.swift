/// What a `Range` header asks for (RFC 9110, section 14.2).
enum ByteRange: Equatable {
    /// All of it: no range, several, or one that cannot be read.
    case whole
    case part(Range<Int>)
    /// Nothing of what there is.
    case unsatisfiable

    init(_ header: String?, of size: Int) {
        guard let header, header.lowercased().hasPrefix("bytes="), let (first, last) = Self.ends(header.dropFirst(6)) else {
            self = .whole
            return
        }
        switch (first, last) {
        case (let first?, let last?) where first > last: self = .whole
        case (let first?, _) where first >= size: self = .unsatisfiable
        case (let first?, let last): self = .part(first..<min(last ?? .max - 1, size - 1) + 1)
        case (nil, let count?): self = count == 0 || size == 0 ? .unsatisfiable : .part(max(0, size - count)..<size)
        case (nil, nil): self = .whole
        }
    }

    private static func ends(_ text: Substring) -> (first: Int?, last: Int?)? {
        let halves = text.split(separator: "-", omittingEmptySubsequences: false)
        guard halves.count == 2, let first = number(halves[0]), let last = number(halves[1]) else { return nil }
        return (first, last)
    }

    /// - Returns: nil for what is no number; nothing for none. One that no file reaches is as good as the largest.
    private static func number(_ text: Substring) -> Int?? {
        let digits = text.utf8.filter { $0 != UInt8(ascii: " ") }
        guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        if digits.isEmpty { return .some(nil) }
        return .some(Int(String(decoding: digits, as: UTF8.self)) ?? .max - 1)
    }
}

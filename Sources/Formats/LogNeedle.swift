/// Part of a text, found without regard to case in ASCII letters.
public struct LogNeedle: Sendable, Equatable {
    /// Folded.
    private let bytes: [UInt8]
    /// By a folded byte: how far the text's window may move when that byte is its last (Horspool, "Practical fast searching in strings", 1980).
    private let steps: [Int]

    public init(_ text: String) {
        let folded = text.utf8.map { LogFolding.table[Int($0)] }
        var steps = [Int](repeating: max(1, folded.count), count: 256)
        for (place, byte) in folded.dropLast().enumerated() { steps[Int(byte)] = folded.count - 1 - place }
        (bytes, self.steps) = (folded, steps)
    }

    public var isEmpty: Bool { bytes.isEmpty }

    /// Those that a text must hold to hold this; see ``LogTrigram/all(in:)``.
    public var trigrams: [LogTrigram] { LogTrigram.all(in: bytes) }

    /// - Returns: true for an empty one.
    public func isIn(_ text: [UInt8]) -> Bool {
        text.withUnsafeBufferPointer { isIn($0) }
    }

    /// Where it is, none of the places overlapping another; nowhere for an empty one.
    public func places(in text: [UInt8]) -> [Range<Int>] {
        guard !bytes.isEmpty else { return [] }
        return text.withUnsafeBufferPointer { text in
            var places: [Range<Int>] = []
            var start = 0
            while let place = first(in: text, from: start) {
                places.append(place..<place + bytes.count)
                start = place + bytes.count
            }
            return places
        }
    }

    /// A stretch of a text, for pages that mark what was found.
    public struct Piece: Codable, Sendable, Equatable {
        public let text: String
        /// It is what was looked for.
        public let isHit: Bool
    }

    /// A text in stretches, found ones and those between. Places are those of bytes: no text of UTF-8 begins or ends within a character of another.
    public func pieces(of text: String) -> [Piece] {
        let bytes = Array(text.utf8)
        var (pieces, start): ([Piece], Int) = ([], 0)
        func add(_ range: Range<Int>, isHit: Bool) {
            if !range.isEmpty { pieces.append(Piece(text: String(decoding: bytes[range], as: UTF8.self), isHit: isHit)) }
        }
        for place in places(in: bytes) {
            add(start..<place.lowerBound, isHit: false)
            add(place, isHit: true)
            start = place.upperBound
        }
        add(start..<bytes.count, isHit: false)
        return pieces
    }

    func isIn(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.isEmpty || first(in: text, from: 0) != nil
    }

    private func first(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        bytes.withUnsafeBufferPointer { needle in
            steps.withUnsafeBufferPointer { steps in
                LogFolding.table.withUnsafeBufferPointer { fold in
                    Self.first(needle, in: text, from: start, steps, fold)
                }
            }
        }
    }

    private static func first(
        _ needle: UnsafeBufferPointer<UInt8>,
        in text: UnsafeBufferPointer<UInt8>,
        from start: Int,
        _ steps: UnsafeBufferPointer<Int>,
        _ fold: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        let end = needle.count - 1
        var at = start
        while at + end < text.count {
            let last = fold[Int(text[at + end])]
            if last == needle[end] {
                var place = 0
                while place < end, fold[Int(text[at + place])] == needle[place] { place += 1 }
                if place == end { return at }
            }
            at += steps[Int(last)]
        }
        return nil
    }
}

extension LogLine {
    /// Whether the line as received holds a text.
    public func holds(_ needle: LogNeedle) -> Bool {
        needle.isIn(buffer(raw))
    }

    /// Whether the slice, decoded, is exactly this text.
    public func says(_ slice: LogSlice, _ text: [UInt8]) -> Bool {
        hasEscape(slice) ? LogEscapes.decode(buffer(slice)) == text : matches(slice, text)
    }
}

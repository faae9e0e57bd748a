/// Three bytes that follow each other, letters of ASCII in lower case.
public struct LogTrigram: Sendable, Hashable {
    /// The first byte highest.
    let bytes: UInt32

    init(bytes: UInt32) {
        self.bytes = bytes
    }

    private init(_ first: UInt8, _ second: UInt8, _ third: UInt8) {
        bytes = UInt32(first) << 16 | UInt32(second) << 8 | UInt32(third)
    }

    /// Multiplied by an odd number modulo 2^24, which only moves them around: without it nearly all texts would be in a few groups.
    var spread: Int { Int(bytes &* 0x9E_37B1 & 0xFF_FFFF) }
    /// Which group of the directory it is in.
    var group: Int { spread >> 12 }
    /// Which one of its group it is.
    var place: Int { spread & 0xFFF }

    /// Those that a text which holds another must hold, each once. First those that share no bytes, as neighbours mostly come together.
    /// - Returns: none for less than three bytes: then every upload can hold it.
    public static func all(in text: [UInt8]) -> [LogTrigram] {
        let folded = text.map { LogFolding.table[Int($0)] }
        guard folded.count >= 3 else { return [] }
        var (seen, all): (Set<LogTrigram>, [LogTrigram]) = ([], [])
        for start in 0..<3 {
            for place in stride(from: start, to: folded.count - 2, by: 3) {
                let trigram = LogTrigram(folded[place], folded[place + 1], folded[place + 2])
                if seen.insert(trigram).inserted { all.append(trigram) }
            }
        }
        return all
    }
}

/// Letters of ASCII in lower case, all other bytes as they are.
enum LogFolding {
    static let table: [UInt8] = (0..<256).map { (0x41...0x5A).contains($0) ? UInt8($0) | 0x20 : UInt8($0) }
}

/// Collects the distinct trigrams of one body after the other: a nanosecond a byte.
struct LogTrigrams {
    /// A bit for each of the 2^24 that there are.
    private var seen = [UInt64](repeating: 0, count: 1 << 18)
    /// Those of the last body, each once.
    private(set) var found: [UInt32] = []

    /// - Returns: false when there are more than `most`: then `found` is of no use.
    mutating func collect(_ body: [UInt8], most: Int) -> Bool {
        for trigram in found { seen[Int(trigram >> 6)] = 0 }
        found.removeAll(keepingCapacity: true)
        guard body.count >= 3 else { return true }
        return seen.withUnsafeMutableBufferPointer { seen in
            LogFolding.table.withUnsafeBufferPointer { fold in
                body.withUnsafeBufferPointer { Self.collect($0, fold, seen, into: &found, most: most) }
            }
        }
    }

    private static func collect(
        _ body: UnsafeBufferPointer<UInt8>,
        _ fold: UnsafeBufferPointer<UInt8>,
        _ seen: UnsafeMutableBufferPointer<UInt64>,
        into found: inout [UInt32],
        most: Int
    ) -> Bool {
        var trigram = UInt32(fold[Int(body[0])]) << 8 | UInt32(fold[Int(body[1])])
        for byte in body[2...] {
            trigram = (trigram << 8 | UInt32(fold[Int(byte)])) & 0xFF_FFFF
            let (word, bit) = (Int(trigram >> 6), UInt64(1) << UInt64(trigram & 63))
            guard seen[word] & bit == 0 else { continue }
            seen[word] |= bit
            found.append(trigram)
            if found.count > most { return false }
        }
        return true
    }
}

/// Where the fields of one line start: found eight bytes at a time, because this loop sees every byte of every upload.
struct LogLineFields {
    /// Starts kept: 49 for the longest kind, rounded up. Commas beyond are tolerated and not kept.
    static let capacity = 64

    /// Field n is `starts[n] ..< starts[n + 1] - 1`; `starts[count]` is one past the line's end.
    private let starts: UnsafeMutablePointer<UInt32>
    var count = 0

    /// - Parameter starts: room for ``capacity`` offsets; they stay valid until the next scan into the same room.
    init(_ starts: UnsafeMutablePointer<UInt32>) {
        self.starts = starts
    }

    /// Bytes in the first field.
    var firstLength: Int { Int(starts[1] - starts[0]) - 1 }

    /// Finds the commas in `base[start ..< end]`; false when a byte there is above 127.
    mutating func scan(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Bool {
        var high: UInt64 = 0
        var at = start
        var found = 1
        starts[0] = UInt32(truncatingIfNeeded: start)
        while at &+ 8 <= end {
            let word = UnsafeRawPointer(base + at).loadUnaligned(as: UInt64.self).littleEndian
            high |= word
            found = note(commasIn: word, at: at, found: found)
            at &+= 8
        }
        while at < end {
            high |= UInt64(base[at]) << 56
            if base[at] == UInt8(ascii: ",") { found = note(at, found) }
            at &+= 1
        }
        count = min(found, Self.capacity - 1)
        starts[count] = UInt32(truncatingIfNeeded: found == count ? end + 1 : Int(starts[count]))
        return high & Self.highBits == 0
    }

    private static let highBits: UInt64 = 0x8080_8080_8080_8080
    private static let lowBits: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    private static let commas: UInt64 = 0x2C2C_2C2C_2C2C_2C2C

    /// After the exclusive or, commas are the zero bytes; the sum sets the top bit of every other byte, exactly and without carries
    /// between bytes (Warren, Hacker's Delight, 6-1).
    @inline(__always)
    private func note(commasIn word: UInt64, at base: Int, found: Int) -> Int {
        let difference = word ^ Self.commas
        var hits = ~(((difference & Self.lowBits) &+ Self.lowBits) | difference | Self.lowBits)
        var found = found
        while hits != 0 {
            found = note(base &+ hits.trailingZeroBitCount &>> 3, found)
            hits &= hits &- 1
        }
        return found
    }

    @inline(__always)
    private func note(_ comma: Int, _ found: Int) -> Int {
        guard found < Self.capacity else { return found }
        starts[found] = UInt32(truncatingIfNeeded: comma &+ 1)
        return found &+ 1
    }
}

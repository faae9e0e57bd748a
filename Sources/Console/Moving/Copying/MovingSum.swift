import Signing
import Storage

/// Tells whether two databases hold the same rows of a table, in whatever order each of them gives them.
struct MovingSum: Equatable, Sendable {
    private(set) var rows = 0
    /// Of the first 8 bytes of each row's SHA-256, modulo 2⁶⁴.
    private(set) var digest: UInt64 = 0

    mutating func add(_ page: [[SQLValue]]) {
        let digests = Digest.Heads()
        var bytes: [UInt8] = []
        for row in page {
            bytes.removeAll(keepingCapacity: true)
            for value in row { Self.append(value, to: &bytes) }
            digest &+= digests.sha256(bytes)
            rows += 1
        }
    }

    static func + (left: Self, right: Self) -> Self {
        var sum = left
        sum.rows += right.rows
        sum.digest &+= right.digest
        return sum
    }

    /// Each value with its kind and, where it has one, its length, so that no two rows have the same bytes.
    private static func append(_ value: SQLValue, to bytes: inout [UInt8]) {
        switch value {
        case .null: bytes.append(0)
        case .integer(let value): append(1, UInt64(bitPattern: value), to: &bytes)
        case .real(let value): append(2, value.bitPattern, to: &bytes)
        case .text(let value):
            // PostgreSQL's texts hold no NUL: Storage keeps a replacement character there.
            let text = value.utf8.contains(0) ? value.replacing("\0", with: "\u{FFFD}") : value
            append(3, UInt64(text.utf8.count), to: &bytes)
            bytes += text.utf8
        case .blob(let value):
            append(4, UInt64(value.count), to: &bytes)
            bytes += value
        }
    }

    private static func append(_ kind: UInt8, _ number: UInt64, to bytes: inout [UInt8]) {
        bytes.append(kind)
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift))) }
    }
}

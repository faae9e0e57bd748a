/// One value of one field, as an index knows it.
public struct LogIndexTerm: Sendable, Hashable {
    let hash: UInt32

    /// - Parameter value: decoded, as in the line or in the upload's header.
    public init(_ field: Field, _ value: String) {
        var value = value
        self = value.withUTF8 { LogIndexTerm(field, $0) }
    }

    init(_ field: Field, _ value: UnsafeBufferPointer<UInt8>) {
        hash = Self.hash(field.rawValue, value)
    }

    /// What can be asked for.
    public enum Field: UInt8, Sendable, CaseIterable {
        case device = 1
        case user, session, version
        /// The event of a behaviour line, the metric of a performance line, the monitor point of a crash line.
        case event
        /// The upload itself.
        case batch
        /// Stands for uploads of which not all is in the index.
        case any
    }

    /// Of uploads that can hold any text.
    static let anyText = LogIndexTerm(.any, "text")
    /// Of uploads that can hold any term.
    static let anyTerm = LogIndexTerm(.any, "term")

    /// FNV-1a of 64 bits (Fowler, Noll, Vo), its halves folded after a multiplication that spreads the low bits. It stands in files: never changed.
    private static func hash(_ field: UInt8, _ value: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var state = (0xCBF2_9CE4_8422_2325 ^ UInt64(field)) &* prime
        for byte in value { state = (state ^ UInt64(byte)) &* prime }
        let spread = (state ^ state >> 29).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return UInt32(truncatingIfNeeded: spread.high ^ spread.low ^ spread.low >> 32)
    }

    private static let prime: UInt64 = 0x0000_0100_0000_01B3
}

extension LogIndexTerm {
    /// The number that stands for an upload in an index, beside its time of receipt.
    public static func batch(_ id: String) -> UInt32 {
        LogIndexTerm(.batch, id).hash
    }
}

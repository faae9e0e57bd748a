import Signing

/// Names a blob: the SHA-256 of its bytes as 64 lower-case hex digits.
public struct BlobID: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let text: String

    /// - Returns: nil for anything but 64 lower-case hex digits.
    public init?(_ text: String) {
        let isDigit = { (byte: UInt8) in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
        }
        guard text.utf8.count == 64, text.utf8.allSatisfy(isDigit) else { return nil }
        self.text = text
    }

    /// The name of these bytes.
    public init(of bytes: [UInt8]) {
        text = Hex.encode(Digest.sha256(bytes))
    }

    /// - Parameter digest: 32 bytes.
    public init(digest: [UInt8]) {
        precondition(digest.count == 32)
        text = Hex.encode(digest)
    }

    public var description: String { text }

    public static func < (left: BlobID, right: BlobID) -> Bool { left.text < right.text }

    /// Where it stands below a directory or a prefix, `ab/cdef…`: 256 folders keep each of them short. Sorts as the id does.
    public var place: String { "\(text.prefix(2))/\(text.dropFirst(2))" }

    /// - Returns: nil for what is not the place of a blob.
    init?(place: String) {
        let halves = place.split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2, halves[0].utf8.count == 2 else { return nil }
        self.init(halves.joined())
    }
}

extension BlobID: SQLConvertible {
    public var sqlValue: SQLValue { .text(text) }

    public init?(sqlValue: SQLValue) {
        guard case .text(let text) = sqlValue else { return nil }
        self.init(text)
    }
}

extension BlobID: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = BlobID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not 64 lower-case hex digits")
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

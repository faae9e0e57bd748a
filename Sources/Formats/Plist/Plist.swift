/// Apple's property lists, binary (`bplist00`) and XML, from outside.
///
/// Foundation's readers are not for them: 148 bytes of a binary list with lists in lists made `PropertyListSerialization` take 6 GB, and 10,000
/// open `<array>` overflowed the stack of `PropertyListDecoder`. Here what comes out is counted: a value that is named a thousand times counts
/// a thousand times.
public enum Plist {
    /// - Throws: `FormatError`; `malformed` also for OpenStep's old form and for XML in another encoding than UTF-8.
    public static func read(_ bytes: [UInt8], limits: PlistLimits = PlistLimits()) throws(FormatError) -> PlistValue {
        if bytes.starts(with: Array("bplist0".utf8)) {
            var reader = try PlistBinary(bytes, limits: limits)
            return try reader.root()
        }
        var reader = PlistXML(bytes, limits: limits)
        return try reader.root()
    }
}

/// What a property list may hold.
public struct PlistLimits: Sendable {
    /// Values, each as often as it is named.
    public var values: Int
    /// Bytes of text and data, each as often as it is named.
    public var bytes: Int
    /// Lists and dictionaries within each other.
    public var depth: Int

    public init(values: Int = 50_000, bytes: Int = 16 << 20, depth: Int = 64) {
        self.values = values
        self.bytes = bytes
        self.depth = depth
    }

    mutating func takeValue(depth: Int) throws(FormatError) {
        guard depth <= self.depth else { throw .tooDeep }
        guard values > 0 else { throw .tooLarge }
        values -= 1
    }

    mutating func take(bytes count: Int) throws(FormatError) {
        guard count <= bytes else { throw .tooLarge }
        bytes -= count
    }
}

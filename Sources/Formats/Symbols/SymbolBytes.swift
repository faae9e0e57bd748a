/// A file of symbols that is read by position: a debug file of hundreds of megabytes costs what is asked of it.
public struct SymbolBytes: Sendable {
    /// Of the whole, in bytes.
    public let size: Int
    private let find: @Sendable (_ position: Int, _ count: Int) -> [UInt8]?

    /// - Throws: `malformed` for what cannot be opened or is no regular file.
    public init(path: String) throws(FormatError) {
        guard let file = try? ZipFile(path) else { throw .malformed }
        size = file.size
        find = { try? file.read(at: $0, count: $1) }
    }

    /// Of bytes that are in memory.
    public init(_ bytes: [UInt8]) {
        size = bytes.count
        find = { Array(bytes[$0..<($0 + $1)]) }
    }

    private init(_ whole: SymbolBytes, _ range: Range<Int>) {
        size = range.count
        find = { whole.find(range.lowerBound + $0, $1) }
    }

    /// - Throws: `malformed` outside the file; `tooLarge` over ``longest``.
    func read(_ position: Int, _ count: Int) throws(FormatError) -> [UInt8] {
        guard position >= 0, count >= 0, position <= size, count <= size - position else { throw .malformed }
        guard count <= Self.longest else { throw .tooLarge }
        guard let bytes = find(position, count) else { throw .malformed }
        return bytes
    }

    /// Fewer bytes at the end of the file.
    func head(_ position: Int, _ count: Int) throws(FormatError) -> [UInt8] {
        guard position >= 0, position <= size else { throw .malformed }
        return try read(position, min(count, size - position))
    }

    /// A part as a file of its own.
    func part(_ position: Int, _ count: Int) throws(FormatError) -> SymbolBytes {
        guard position >= 0, count >= 0, position <= size, count <= size - position else { throw .malformed }
        return SymbolBytes(self, position..<(position + count))
    }

    /// Bytes that are read at once.
    static let longest = 16 << 20
}

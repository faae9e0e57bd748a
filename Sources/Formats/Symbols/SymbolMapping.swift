/// What R8 or ProGuard say in the first lines of a `mapping.txt`.
public struct SymbolMapping: Equatable, Sendable {
    /// `pg_map_id`: 7 or 64 hex digits; nil in files of ProGuard and of old versions of R8.
    public let mapID: String?
    /// `pg_map_hash` without its `SHA-256 `; whoever has the id as a part of it knows the file too.
    public let mapHash: String?
    /// `R8`, `ProGuard` …
    public let compiler: String?
    public let compilerVersion: String?
    /// Of the format, such as `2.2`; nil in files that have none.
    public let version: String?

    /// The newest version of the format whose words are known here; what a newer one adds is passed over.
    public static let knownVersion = "2.2"

    /// Whether it may say things that are not understood here.
    public var isNewer: Bool { version.map(Self.isNewer) ?? false }

    private static let headBytes = 256 << 10
    private static let headLines = 2_000

    /// - Throws: `malformed` for a file without a line that maps a class among its first 2,000.
    public init(_ bytes: SymbolBytes) throws(FormatError) {
        let head = try bytes.head(0, Self.headBytes)
        let lines = head.split(separator: UInt8(ascii: "\n"), maxSplits: Self.headLines).prefix(Self.headLines)
        guard lines.contains(where: { RetraceText.classNames($0) != nil }) else { throw .malformed }
        var notes: [String: String] = [:]
        var version: String?
        for line in lines.prefix(while: { RetraceText.classNames($0) == nil }) {
            guard let note = RetraceText.note(line) else { continue }
            if case .version(let found) = RetraceNote(note) { version = found }
            let halves = note.split(separator: UInt8(ascii: ":"), maxSplits: 1)
            guard halves.count == 2 else { continue }
            notes[RetraceText.string(halves[0])] = String(RetraceText.string(RetraceText.trimmed(halves[1])).prefix(100))
        }
        mapID = notes["pg_map_id"].flatMap(Self.hex)
        mapHash = notes["pg_map_hash"].flatMap { Self.hex(String($0.split(separator: " ").last ?? "")) }
        (compiler, compilerVersion) = (notes["compiler"], notes["compiler_version"])
        self.version = version.map { String($0.prefix(20)) }
    }

    private static func hex(_ text: String) -> String? {
        let text = text.lowercased()
        guard (7...64).contains(text.utf8.count), text.utf8.allSatisfy({ 48...57 ~= $0 || 97...102 ~= $0 }) else { return nil }
        return text
    }

    /// Whether a version of the format is newer than ``knownVersion``; an empty one is not.
    public static func isNewer(_ version: String) -> Bool {
        let numbers = [version, knownVersion].map { $0.split(separator: ".").map { Int($0) ?? 0 } }
        return numbers[1].lexicographicallyPrecedes(numbers[0])
    }
}

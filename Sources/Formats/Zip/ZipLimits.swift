/// What an archive from outside may hold. Whoever reads one says how much it may be.
public struct ZipLimits: Codable, Equatable, Sendable {
    public var maxEntries: Int
    /// Bytes of the central directory, all of which libzip keeps in memory.
    public var maxDirectory: Int
    /// Bytes of all entries together, unpacked.
    public var maxUnpacked: Int
    /// The most times that an entry above ``unquestioned``, or all of them together, may be larger than what they are packed into.
    public var maxRatio: Int
    /// UTF-8 bytes of a path.
    public var maxNameBytes: Int
    /// Folders in folders.
    public var maxDepth: Int
    /// Whether names that differ only in case are the same name, as on most disks of a Mac. Packers of Android apps shorten `res/…` to names that do.
    public var ignoresCase: Bool

    /// Entries up to this many bytes may have any ratio: 64 KiB of zeros, as a blank picture has them, pack to 80 bytes.
    public static let unquestioned = 64 << 10

    public init(
        maxEntries: Int = 100_000,
        maxDirectory: Int = 64 << 20,
        maxUnpacked: Int = 8 << 30,
        maxRatio: Int = 200,
        maxNameBytes: Int = 1024,
        maxDepth: Int = 32,
        ignoresCase: Bool = true
    ) {
        self.maxEntries = maxEntries
        self.maxDirectory = maxDirectory
        self.maxUnpacked = maxUnpacked
        self.maxRatio = maxRatio
        self.maxNameBytes = maxNameBytes
        self.maxDepth = maxDepth
        self.ignoresCase = ignoresCase
    }
}

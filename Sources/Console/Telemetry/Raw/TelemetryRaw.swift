import Storage

/// Where the bodies of uploads are kept as they came: in files of this machine, or in the database and the object store for all nodes.
protocol TelemetryRaw: Sendable {
    /// Whether other processes write to the same ledger.
    var isShared: Bool { get }
    /// Gives bodies their places and begins to make them durable. Called inside the transaction that writes their ledger rows, before those.
    func append(_ entries: [TelemetryEntry], _ connection: Connection) throws -> any TelemetryAppend
    /// For reading bodies again, one after the other.
    func reader() -> any TelemetryReader
    /// Removes what the ledger no longer names, after that is committed.
    func remove(_ segments: [TelemetrySegment]) throws
    /// Overwrites bytes that the ledger no longer names, and forgets the notes of that when they are gone.
    /// - Throws: `StorageError.conflict` when somebody moved them meanwhile: then those that are left are to be tried again.
    func scrub(_ scrubs: [TelemetryScrub], _ database: Database) async throws
}

/// The bodies of one group on their way.
protocol TelemetryAppend {
    /// One for each body, in their order.
    var places: [TelemetryPlace] { get }
    /// How many bytes each segment grows by.
    var growth: [TelemetrySegment: Int] { get }
    /// Returns when all of them are as durable as the transaction will be; called before it is committed.
    func finish() throws
    /// Forgets them, because the transaction failed.
    func undo()
}

/// Where the body of an upload is.
struct TelemetryPlace: Sendable, Equatable {
    /// Empty for the file of its app and day.
    var chunk = ""
    var position: Int
}

/// Reads bodies, best in the order of the ledger.
protocol TelemetryReader: Sendable {
    /// The unpacked body; nil when retention has taken it away meanwhile.
    /// - Throws: `StorageError`, `BlobError` or `GzipError` when what is there is not what the ledger says.
    func body(of row: TelemetryLedgerRow) async throws -> [UInt8]?
    /// The same inside a transaction, on its thread.
    func body(of row: TelemetryLedgerRow, _ connection: Connection) throws -> [UInt8]?
}

enum TelemetryMembers {
    /// A gzip member that holds one line feed: keeps `zcat` from joining the last line of one upload with the first of the next.
    static let lineFeed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xE3, 2, 0, 0x93, 6, 0xD7, 0x32, 1, 0, 0, 0]
}

extension TelemetryEntry {
    /// The body's bytes and whatever keeps it apart from the next one.
    func append(to bytes: inout [UInt8]) {
        bytes += packed
        if !endsLine { bytes += TelemetryMembers.lineFeed }
    }

    /// How many bytes that are.
    var storedLength: Int { packed.count + (endsLine ? 0 : TelemetryMembers.lineFeed.count) }

    var segment: TelemetrySegment { TelemetrySegment(app: app, receivedAt: upload.receivedAt) }
}

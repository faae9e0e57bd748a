import Logging
import Storage

/// The writers of this node's ledger: one where a file has one writer anyway, several where a server takes several transactions at once. An app's
/// uploads always go through the same one.
struct TelemetryWriters: Sendable {
    private let all: [TelemetryWriter]

    private static let shared = 4

    init(database: Database, raw: any TelemetryRaw, feed: TelemetryFeed, watch: TelemetryWatch?, logger: Logger) {
        let count = raw.isShared ? Self.shared : 1
        all = (0..<count).map { _ in
            TelemetryWriter(database: database, raw: raw, feed: feed, watch: watch, share: count, logger: logger)
        }
    }

    subscript(app: String) -> TelemetryWriter {
        all.count == 1 ? all[0] : all[Int(UInt(bitPattern: app.hashValue) % UInt(all.count))]
    }

    /// Why nothing is taken until the console is started again; nil while all is well.
    var failure: String? { all.lazy.compactMap(\.failure).first }

    var load: TelemetryLoad {
        all.reduce(into: TelemetryLoad()) { $0.add($1.load) }
    }
}

/// What a node has to do.
public struct TelemetryLoad: Sendable {
    /// Uploads that are not in the ledger yet.
    public var waiting = 0
    /// How long the oldest of them has waited.
    public var oldest = Duration.zero
    /// Lines taken since this console was started.
    public var lines = 0

    mutating func add(_ other: TelemetryLoad) {
        waiting += other.waiting
        oldest = max(oldest, other.oldest)
        lines += other.lines
    }
}

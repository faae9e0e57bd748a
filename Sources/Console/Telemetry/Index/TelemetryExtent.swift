/// A run of raw bytes that no index covers yet: mostly what one commit brought of one segment.
struct TelemetryExtent: Sendable, Hashable {
    let chunk: TelemetryChunkKey
    /// In the segment's file, or in the chunk.
    let range: Range<Int>
    /// Uploads before this one, in the order of the ledger, are in an index.
    let since: TelemetryLedgerPlace
    /// How many are not; 0 when that is not known.
    let uploads: Int

    func holds(_ row: TelemetryLedgerRow) -> Bool {
        row.chunk == chunk && range.contains(row.range.lowerBound) && row.place >= since
    }
}

extension TelemetryExtent {
    /// Where new uploads went.
    /// - Parameter places: of the entries, in their order.
    static func all(_ entries: [TelemetryEntry], at places: [TelemetryPlace]) -> [TelemetryExtent] {
        let groups = Dictionary(grouping: zip(entries, places)) { TelemetryChunkKey($0.segment, id: $1.chunk) }
        return groups.compactMap { chunk, group in
            guard let start = group.map(\.1.position).min(), let end = group.map({ $1.position + $0.storedLength }).max(),
                let since = group.map(\.0.place).min()
            else { return nil }
            return TelemetryExtent(chunk: chunk, range: start..<end, since: since, uploads: group.count)
        }
    }
}

extension TelemetryEntry {
    var place: TelemetryLedgerPlace { TelemetryLedgerPlace(receivedAt: upload.receivedAt, batchID: batchID) }
}

extension TelemetryLedgerPlace: Comparable {
    /// Bytes decide, as they do for the engines.
    static func < (one: Self, other: Self) -> Bool {
        one.receivedAt == other.receivedAt ? one.batchID.utf8.lexicographicallyPrecedes(other.batchID.utf8) : one.receivedAt < other.receivedAt
    }
}

/// All of an app that no index covers, as it was at one moment.
struct TelemetryUnindexed: Sendable {
    /// Nil when there are too many to hold: then all uploads of the days' windows count as not covered.
    private let extents: [TelemetryChunkKey: [TelemetryExtent]]?
    /// By day of receipt, the first upload.
    private let firsts: [Int: Int]

    init(_ extents: [TelemetryExtent]) {
        self.extents = Dictionary(grouping: extents, by: \.chunk).mapValues { $0.sorted { $0.range.lowerBound < $1.range.lowerBound } }
        firsts = Dictionary(extents.map { ($0.chunk.segment.day, $0.since.receivedAt) }, uniquingKeysWith: min)
    }

    /// - Parameter firsts: receipt time in ms of the first upload, by day.
    init(firsts: [Int: Int]) {
        (extents, self.firsts) = (nil, firsts)
    }

    func holds(_ row: TelemetryLedgerRow) -> Bool {
        extents == nil || extent(of: row) != nil
    }

    /// Which extent an upload is in; nil when an index covers it.
    func extent(of row: TelemetryLedgerRow) -> TelemetryExtent? {
        guard let extents = extents?[row.chunk] else { return nil }
        var (low, high) = (0, extents.count)
        while low < high {
            let middle = (low + high) / 2
            if extents[middle].range.upperBound <= row.range.lowerBound { low = middle + 1 } else { high = middle }
        }
        return low < extents.count && extents[low].holds(row) ? extents[low] : nil
    }

    /// Receipt times to look through, the latest day first, each from the first upload of a day that no index covers to the day's end.
    /// - Parameter range: of receipt, ms since 1970.
    func windows(in range: ClosedRange<Int>) -> [ClosedRange<Int>] {
        firsts.sorted { $0.key > $1.key }.compactMap { day, first in
            let (start, end) = (max(first, range.lowerBound), min(day * 86_400_000 + 86_399_999, range.upperBound))
            return start <= end ? start...end : nil
        }
    }
}

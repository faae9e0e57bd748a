import Formats
import Gzip
import Signing
import Storage

/// One index under way, of the first uploads of an app and day that none covers.
struct TelemetryIndexMaking {
    private let segment: TelemetrySegment
    private let extents: [TelemetryExtent]
    private let unindexed: TelemetryUnindexed
    private let most: Int
    private let zone: TelemetryZone
    private var builder = LogIndexBuilder()
    private var received: ClosedRange<Int>?
    private var times: ClosedRange<Int>?
    /// Of each extent, how many uploads were read.
    private var read: [TelemetryExtent: Int] = [:]
    /// The last upload read, while there are more.
    private var last: TelemetryLedgerPlace?
    /// Uploads read.
    private(set) var count = 0
    /// Uploads that the ledger names and nothing holds.
    private(set) var failures: [(batchID: String, error: any Error)] = []

    /// Extents looked at.
    static let mostExtents = 20_000
    /// Rows of the ledger asked for at once.
    private static let rows = 1_000

    /// - Parameters:
    ///   - extents: of the segment; none for an index of uploads that are named one by one.
    ///   - most: uploads of an index.
    init(_ segment: TelemetrySegment, _ extents: [TelemetryExtent], most: Int, zone: TelemetryZone) {
        (self.segment, self.extents, self.most, self.zone) = (segment, extents, min(most, LogIndex.mostUploads), zone)
        unindexed = TelemetryUnindexed(extents)
    }

    /// Reads uploads in the order of the ledger until there are enough.
    mutating func read(_ database: Database, _ reader: any TelemetryReader) async throws {
        var place = TelemetryLedgerPlace(receivedAt: extents.map(\.since.receivedAt).min() ?? 0, batchID: "")
        while true {
            let (app, end, start) = (segment.app, (segment.day + 1) * 86_400_000, place)
            let rows = try await database.read { try $0.ledgerRows(app, after: start, before: end, limit: Self.rows) }
            for row in rows {
                guard let extent = unindexed.extent(of: row) else { continue }
                read[extent, default: 0] += 1
                try await add(row, reader)
                guard !builder.isFull, count < most else {
                    last = row.place
                    return
                }
            }
            guard rows.count == Self.rows, let next = rows.last?.place else { return }
            place = next
        }
    }

    /// Adds an upload, behind those before it in the order of the ledger.
    mutating func add(_ row: TelemetryLedgerRow, _ reader: any TelemetryReader) async throws {
        count += 1
        let upload = LogIndexUpload(row, row.upload(zone: zone))
        do {
            guard let body = try await reader.body(of: row) else { return }
            builder.add(upload, body)
        } catch let error where error.isOfOneBody {
            failures.append((row.batchID, error))
            builder.addUnreadable(upload)
        }
        received = received.map { min($0.lowerBound, row.receivedAt)...max($0.upperBound, row.receivedAt) } ?? row.receivedAt...row.receivedAt
        times = times.map { min($0.lowerBound, upload.times.lowerBound)...max($0.upperBound, upload.times.upperBound) } ?? upload.times
    }

    /// What the index covers of each extent: up to a place, or nil for all of it.
    var covered: [(extent: TelemetryExtent, before: TelemetryLedgerPlace?, uploads: Int)] {
        guard let last else { return extents.map { ($0, nil, 0) } }
        // No id has a byte below a space, so this is the next one there can be.
        let next = TelemetryLedgerPlace(receivedAt: last.receivedAt, batchID: last.batchID + " ")
        return extents.filter { $0.since < next }.map { extent in
            let uploads = read[extent] ?? 0
            return (extent, extent.uploads > 0 && uploads >= extent.uploads ? nil : next, uploads)
        }
    }

    /// - Returns: nothing when none of the uploads is there any more.
    func finished() throws -> (unit: TelemetryIndexUnit, bytes: [UInt8])? {
        guard !builder.isEmpty, let received, let times else { return nil }
        let bytes = builder.finished(salt: Random.bytes(16))
        let head = try LogIndexHead(Array(bytes.prefix(LogIndexHead.size)))
        let unit = TelemetryIndexUnit(
            segment: segment,
            blob: BlobID(of: bytes),
            size: bytes.count,
            front: head.termRange.upperBound,
            uploads: head.uploads,
            received: received,
            times: times
        )
        return (unit, bytes)
    }
}

extension Error {
    /// What is wrong with one body, and with nothing else.
    var isOfOneBody: Bool {
        switch self as any Error {
        case is GzipError, is BlobError, StorageError.disk: true
        default: false
        }
    }
}

import Formats
import Storage

/// One index: a file in the object store, and what is said of it in the database.
struct TelemetryIndexUnit: Sendable, Equatable {
    let segment: TelemetrySegment
    let blob: BlobID
    /// Bytes.
    let size: Int
    /// Bytes from the beginning that every question needs: head and terms.
    let front: Int
    let uploads: Int
    /// Of its uploads, ms since 1970.
    let received: ClosedRange<Int>
    /// Of their lines.
    let times: ClosedRange<Int>
}

/// What somebody looks for, as indexes understand it.
struct TelemetryIndexQuestion: Sendable {
    let terms: [LogIndexTerm]
    let trigrams: [LogTrigram]
    let kinds: LogIndexKinds
    let platform: Platform?
    /// Times of lines.
    let times: Range<Int>

    /// Trigrams asked for at most. Ten that share no bytes are thirty letters: more hardly ever rule out more.
    private static let mostTrigrams = 16

    init(_ filter: TelemetryLogFilter) {
        terms = filter.terms
        trigrams = Array(filter.needle.trigrams.prefix(Self.mostTrigrams))
        kinds = filter.type.map(LogIndexKinds.init) ?? []
        platform = filter.platform
        times = filter.from..<filter.to
    }

    func mayBeIn(_ unit: TelemetryIndexUnit) -> Bool {
        unit.times.overlaps(times)
    }

    func mayBeIn(_ entry: LogIndexEntry) -> Bool {
        entry.times.overlaps(times) && (platform == nil || platform == Platform(indexMark: entry.mark))
            && (kinds.isEmpty || !entry.kinds.isDisjoint(with: kinds))
    }
}

extension LogIndexKinds {
    init(_ type: TelemetryLogType) {
        switch type {
        case .behaviour: self.init(LogLineKind.behaviour)
        case .performance: self.init(LogLineKind.performance)
        case .crash: self.init(LogLineKind.crash)
        }
    }
}

extension Platform {
    /// Stands in files: never changed.
    var indexMark: UInt8 {
        switch self {
        case .ios: 1
        case .android: 2
        case .harmony: 3
        }
    }

    init?(indexMark: UInt8) {
        guard let platform = Self.allCases.first(where: { $0.indexMark == indexMark }) else { return nil }
        self = platform
    }
}

extension LogIndexUpload {
    init(_ row: TelemetryLedgerRow, _ upload: TelemetryUpload) {
        self.init(
            receivedAt: row.receivedAt,
            batchID: row.batchID,
            times: min(row.firstTime, row.lastTime)...max(row.firstTime, row.lastTime),
            mark: row.platform.indexMark,
            isReport: row.kind == .crash,
            version: upload.version,
            device: upload.device,
            user: upload.user
        )
    }
}

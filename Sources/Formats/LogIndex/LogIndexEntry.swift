/// One upload, as an index knows it.
///
/// In the file 20 bytes: receipt (u32, ms after the base), number of its id (u32), first and last time of its lines (i32, seconds after the base, rounded
/// away from what lies between), mark, kinds, whether it is a report (u8 each), a zero.
public struct LogIndexEntry: Sendable, Equatable {
    /// ms since 1970.
    public let receivedAt: Int
    /// ``LogIndexTerm/batch(_:)`` of its id: the two together find it.
    public let batch: UInt32
    /// When its lines happened, ms since 1970, a second more on either side at most.
    public let times: ClosedRange<Int>
    /// What whoever made the index gave it.
    public let mark: UInt8
    /// Of its lines; a report alone is a crash.
    public let kinds: LogIndexKinds
    /// It holds one crash report instead of lines.
    public let isReport: Bool

    static let size = 20

    /// - Parameter bytes: ``LogIndexHead/entryRange`` of the file.
    /// - Returns: by their numbers.
    /// - Throws: `malformed`.
    public static func all(in bytes: [UInt8], _ head: LogIndexHead) throws(FormatError) -> [LogIndexEntry] {
        guard bytes.count == head.entryRange.count else { throw .malformed }
        let view = ByteView(bytes)
        var entries: [LogIndexEntry] = []
        entries.reserveCapacity(head.uploads)
        for number in 0..<head.uploads { entries.append(try LogIndexEntry(view, at: number * size, base: head.base)) }
        return entries
    }

    private init(_ view: ByteView, at start: Int, base: Int) throws(FormatError) {
        receivedAt = base + (try view.little(start, 4))
        batch = UInt32(truncatingIfNeeded: try view.little(start + 4, 4))
        let first = base + Self.signed(try view.little(start + 8, 4)) * 1_000
        let last = base + Self.signed(try view.little(start + 12, 4)) * 1_000
        guard first <= last else { throw .malformed }
        times = first...last
        mark = UInt8(truncatingIfNeeded: try view.little(start + 16, 1))
        kinds = LogIndexKinds(rawValue: UInt8(truncatingIfNeeded: try view.little(start + 17, 1)))
        isReport = try view.little(start + 18, 1) != 0
    }

    private static func signed(_ value: Int) -> Int {
        Int(Int32(truncatingIfNeeded: value))
    }

    init(_ upload: LogIndexUpload, _ kinds: LogIndexKinds) {
        (receivedAt, batch, times) = (upload.receivedAt, LogIndexTerm.batch(upload.batchID), upload.times)
        (mark, self.kinds, isReport) = (upload.mark, kinds, upload.isReport)
    }

    func append(to bytes: inout [UInt8], base: Int) {
        bytes.append(little: max(0, min(receivedAt - base, Int(UInt32.max))), 4)
        bytes.append(little: Int(batch), 4)
        bytes.append(little: Self.seconds(times.lowerBound - base, .down), 4)
        bytes.append(little: Self.seconds(times.upperBound - base, .up), 4)
        bytes += [mark, kinds.rawValue, isReport ? 1 : 0, 0]
    }

    private static func seconds(_ milliseconds: Int, _ rule: FloatingPointRoundingRule) -> Int {
        let seconds = (Double(milliseconds) / 1_000).rounded(rule)
        return Int(min(max(seconds, Double(Int32.min)), Double(Int32.max)))
    }
}

/// What is said of an upload to whoever indexes it, beside its body.
public struct LogIndexUpload: Sendable {
    /// ms since 1970; all of an index within 49 days.
    public var receivedAt: Int
    public var batchID: String
    /// When its lines happened, ms since 1970.
    public var times: ClosedRange<Int>
    /// Whatever the caller wants to find again in ``LogIndexEntry/mark``.
    public var mark: UInt8
    /// The body is one crash report instead of lines.
    public var isReport: Bool
    /// From the headers, for lines that name none; nil when they do not either.
    public var version: String?
    public var device: String?
    public var user: String?

    public init(
        receivedAt: Int,
        batchID: String,
        times: ClosedRange<Int>,
        mark: UInt8 = 0,
        isReport: Bool = false,
        version: String? = nil,
        device: String? = nil,
        user: String? = nil
    ) {
        (self.receivedAt, self.batchID, self.times, self.mark, self.isReport) = (receivedAt, batchID, times, mark, isReport)
        (self.version, self.device, self.user) = (version, device, user)
    }
}

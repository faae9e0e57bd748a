import Dispatch
import Storage
import Synchronization

/// The raw bodies of one group on their way into their segments: gathered, written with one call a file, and flushed
/// while the database works on the same group.
final class TelemetryAppend {
    private let segments: TelemetrySegments
    private var parts: [TelemetrySegment: Part] = [:]
    private let flush = TelemetryFlush()

    private struct Part {
        let file: AppendFile
        let start: Int
        var bytes: [UInt8] = []

        var end: Int { start + bytes.count }
    }

    init(_ segments: TelemetrySegments) {
        self.segments = segments
    }

    /// Gives a body its place.
    /// - Parameter length: of the segment, as the ledger knows it.
    /// - Returns: where in the segment the body begins.
    func place(_ entry: TelemetryEntry, in segment: TelemetrySegment, length: () throws -> Int) throws -> Int {
        var part =
            try parts.removeValue(forKey: segment)
            ?? {
                let start = try length()
                return Part(file: try segments.file(segment) { start }, start: start)
            }()
        let position = part.end
        part.bytes += entry.packed
        if !entry.endsLine { part.bytes += Self.lineFeed }
        parts[segment] = part
        return position
    }

    /// A gzip member that holds one line feed: keeps `zcat` from joining the last line of one upload with the first of the next.
    private static let lineFeed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xE3, 2, 0, 0x93, 6, 0xD7, 0x32, 1, 0, 0, 0]

    /// The lengths that the segments have when all this is committed.
    var lengths: [TelemetrySegment: Int] { parts.mapValues(\.end) }

    /// Writes the bytes and begins to flush them, on a thread of its own.
    func write() throws {
        for part in parts.values { try part.file.write(part.bytes, at: part.start) }
        flush.begin(parts.values.map(\.file))
    }

    /// Returns when all bytes are on disk; called before the transaction that names them is committed.
    func finish() throws {
        try flush.finish()
    }

    /// Forgets what was written, because its transaction failed. What cannot be cut off now is cut off when the file is opened next.
    func undo() {
        try? flush.finish()
        for part in parts.values { try? part.file.cut(to: part.start) }
    }
}

/// Flushing files beside the thread that asked for it.
private final class TelemetryFlush: Sendable {
    private static let queue = DispatchQueue(label: "telemetry.flush")
    private let group = DispatchGroup()
    private let failure = Mutex<(any Error)?>(nil)

    func begin(_ files: [AppendFile]) {
        Self.queue.async(group: group) { [self] in
            do {
                for file in files { try file.sync() }
            } catch {
                failure.withLock { $0 = error }
            }
        }
    }

    func finish() throws {
        group.wait()
        if let error = failure.withLock({ $0 }) { throw error }
    }
}

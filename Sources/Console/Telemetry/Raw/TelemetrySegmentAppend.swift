import Dispatch
import Storage
import Synchronization

/// The raw bodies of one group on their way into their segments: gathered, written with one call a file, and flushed
/// while the database works on the same group.
final class TelemetrySegmentAppend: TelemetryAppend {
    private let segments: TelemetrySegments
    private var parts: [TelemetrySegment: Part] = [:]
    private let flush = TelemetryFlush()
    private(set) var places: [TelemetryPlace] = []

    private struct Part {
        let file: AppendFile
        let start: Int
        var bytes: [UInt8] = []
    }

    init(_ segments: TelemetrySegments) {
        self.segments = segments
    }

    /// Gives a body its place.
    /// - Parameter length: of the segment, as the ledger knows it.
    func place(_ entry: TelemetryEntry, length: (TelemetrySegment) throws -> Int) throws {
        let segment = entry.segment
        var part =
            try parts.removeValue(forKey: segment)
            ?? {
                let start = try length(segment)
                return Part(file: try segments.file(segment) { start }, start: start)
            }()
        places.append(TelemetryPlace(position: part.start + part.bytes.count))
        entry.append(to: &part.bytes)
        parts[segment] = part
    }

    var growth: [TelemetrySegment: Int] { parts.mapValues(\.bytes.count) }

    /// Writes the bytes and begins to flush them, on a thread of its own.
    func write() throws {
        for part in parts.values { try part.file.write(part.bytes, at: part.start) }
        flush.begin(parts.values.map(\.file))
    }

    func finish() throws {
        try flush.finish()
    }

    /// What cannot be cut off now is cut off when the file is opened next.
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

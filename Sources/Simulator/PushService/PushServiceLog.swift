import Foundation
import Synchronization

/// A line of JSON for each push that came. Lines gather until ``flush()``, which has to come before the answers: what a client has an answer to is in the file.
final class PushServiceLog: Sendable {
    private struct State {
        let file: FileHandle?
        var gathered: [UInt8] = []
        var counts: [String: Int] = [:]
        var fault: String?
    }

    private let state: Mutex<State>

    /// - Parameter path: grows at its end; made if missing. `nil` counts only.
    /// - Throws: what the disk says.
    init(_ path: String?) throws {
        let file = try path.map { path in
            if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(filePath: path)) }
            let file = try FileHandle(forWritingTo: URL(filePath: path))
            try file.seekToEnd()
            return file
        }
        state = Mutex(State(file: file))
    }

    /// How many had which end: `taken`, `unanswered`, or the reason of a refusal.
    var counts: [String: Int] { state.withLock { $0.counts } }

    func add(_ record: PushServiceRecord, _ request: PushServiceRequest, at time: Date) {
        state.withLock { state in
            state.counts[Self.end(record), default: 0] += 1
            if state.file != nil { PushServiceLine.write(record, request, at: time, into: &state.gathered) }
        }
    }

    private static func end(_ record: PushServiceRecord) -> String {
        record.reason.isEmpty ? (record.status == 0 ? "unanswered" : "taken") : record.reason
    }

    /// - Returns: whether all that was added is in the file.
    func flush() -> Bool {
        state.withLock { state in
            guard !state.gathered.isEmpty else { return state.fault == nil }
            do {
                try state.file?.write(contentsOf: state.gathered)
            } catch {
                state.fault = "\(error)"
            }
            state.gathered.removeAll(keepingCapacity: true)
            return state.fault == nil
        }
    }
}

import Foundation
import Storage
import Synchronization
import Web

/// Who was written down as reading which log within the hour, on this node: paging through one is one reading.
final class DiagnosisReaders: Sendable {
    private let known = Mutex<[String: Date]>([:])
    private static let most = 10_000
    private static let span: TimeInterval = 3_600

    /// - Returns: whether it is to be written down.
    func begins(_ actor: String, _ part: String, at now: Date) -> Bool {
        known.withLock { known in
            let key = "\(actor) \(part)"
            if let last = known[key], now.timeIntervalSince(last) < Self.span { return false }
            if known.count >= Self.most { known = known.filter { now.timeIntervalSince($0.value) < Self.span } }
            if known.count >= Self.most { known = [:] }
            known[key] = now
            return true
        }
    }
}

/// Reading what devices sent. Each reading is in the log of changes before anything is shown.
extension Diagnosis {
    /// - Throws: `notFound` when there is no readable log.
    func log(_ part: String, of task: DiagnosisTask, _ app: String, by actor: Actor) async throws -> DiagnosisLog {
        guard let place = try await database.read({ try $0.diagnosisLog(app, task.id, part) }) else { throw Problem.notFound }
        if readers.begins(actor.id, part, at: clock.now) { try await record("diagnosis.read", part, task, app, by: actor) }
        return try await DiagnosisLog(place, key, blobs)
    }

    /// The file as it was sent.
    /// - Throws: `notFound` when it is not here, or no longer.
    func sentFile(_ part: DiagnosisPart, of task: DiagnosisTask, _ app: String, by actor: Actor) async throws -> DiagnosisFile {
        guard part.isKept, !part.sha256.isEmpty else { throw Problem.notFound }
        let file = try await file(app, part.id)
        try await record("diagnosis.download", part.id, task, app, by: actor)
        return file
    }

    private func record(_ action: String, _ part: String, _ task: DiagnosisTask, _ app: String, by actor: Actor) async throws {
        try await database.write { [audit] connection in
            try audit.record(connection, by: actor, action, app: app, object: task.audited, after: ["part": part])
        }
    }
}

import Foundation
import Storage
import Synchronization
import Web

/// Who was written down as reading which log within the hour, on this node: paging through one is one reading.
final class DiagnosisReaders: Sendable {
    private let known = Mutex<[String: Date]>([:])
    private static let most = 10_000
    private static let span: TimeInterval = 3_600

    /// Whether it was written down.
    func knows(_ actor: String, _ log: BlobID, at now: Date) -> Bool {
        known.withLock { known in known["\(actor) \(log)"].map { now.timeIntervalSince($0) < Self.span } ?? false }
    }

    /// Once it is written down.
    func note(_ actor: String, _ log: BlobID, at now: Date) {
        known.withLock { known in
            if known.count >= Self.most { known = known.filter { now.timeIntervalSince($0.value) < Self.span } }
            if known.count >= Self.most { known = [:] }
            known["\(actor) \(log)"] = now
        }
    }
}

/// Reading what devices sent. Each reading is in the log of changes before anything is shown.
extension Diagnosis {
    /// - Throws: `notFound` when there is no readable log.
    func log(_ part: String, of task: DiagnosisTask, _ app: String, by actor: Actor) async throws -> DiagnosisLog {
        guard let place = try await database.read({ try $0.diagnosisLog(app, task.id, part) }) else { throw Problem.notFound }
        let now = clock.now
        if !readers.knows(actor.id, place.blob, at: now) {
            try await record("diagnosis.read", part, task, app, by: actor)
            readers.note(actor.id, place.blob, at: now)
        }
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

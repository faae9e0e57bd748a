import Foundation
import Storage

/// What time brings: ends, and what is no longer kept.
extension Diagnosis {
    private static let atOnce = 200

    /// Ends tasks whose time is over. Every few seconds, on one node.
    func expire() async throws {
        let now = clock.now
        while case let overdue = try await database.read({ try $0.overdueDiagnoses(at: now, limit: Self.atOnce) }), !overdue.isEmpty {
            try await change { connection in
                for (app, id) in overdue { try connection.expireDiagnosis(app, id, at: now) }
            }
            if overdue.count < Self.atOnce { return }
        }
    }

    /// Removes logs that are older than their app keeps them, pieces of files that never became whole, and tasks a year after they ended. Files
    /// that nobody will read any more fail, so that their devices can be asked again.
    func sweep() async throws {
        let now = clock.now
        for app in apps.all {
            let option = try await option(of: app.id)
            try await clear(app.id, uploadedBefore: now.addingTimeInterval(-Double(option.keepDays) * 86_400))
        }
        try await loseUnread(at: now)
        let end = now.addingTimeInterval(-DiagnosisLimits.life)
        let old = try await database.read { try $0.oldDiagnosisTasks(before: end, limit: Self.atOnce) }
        for (app, id) in old { await remove(try await change { try $0.removeDiagnosis(app, id) }) }
        try await database.write { try $0.forgetDiagnosisFired(before: now.addingTimeInterval(-90 * 86_400)) }
    }

    private func loseUnread(at now: Date) async throws {
        let end = now.addingTimeInterval(-86_400)
        let unread = try await database.read { try $0.unreadDiagnoses(uploadedBefore: end, limit: Self.atOnce) }
        if unread.isEmpty { return }
        try await change { connection in
            for work in unread { try connection.diagnosisWasLost(work, at: now) }
        }
    }

    private func clear(_ app: String, uploadedBefore end: Date) async throws {
        while case let parts = try await database.read({ try $0.idleDiagnosisParts(app, uploadedBefore: end, limit: Self.atOnce) }), !parts.isEmpty {
            let blobs = try await database.write { connection in try parts.flatMap { try connection.clearDiagnosisFiles(app, $0) } }
            await remove(blobs)
        }
    }

    /// Removes what tells of one user or device: tasks, and what devices sent for them. Called by the room that erases, in its job.
    func erase(_ task: TelemetryErasureTask, of app: String) async throws {
        while true {
            let found = try await database.read { try $0.diagnoses(of: task, app, limit: Self.atOnce) }
            if found.isEmpty { return }
            let blobs = try await change { connection in
                try found.flatMap { id, part in
                    guard let part else { return try connection.removeDiagnosis(app, id) }
                    return try connection.removeDiagnosisPart(app, id, part)
                }
            }
            await remove(blobs)
        }
    }

    /// Removes all of an app that is deleted.
    func forget(app: String) async throws {
        let blobs = try await change { try $0.deleteDiagnoses(of: app) }
        await remove(blobs)
    }
}

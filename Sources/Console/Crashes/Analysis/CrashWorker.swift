import Formats
import Foundation
import Storage

/// Reads what was taken in, and puts it into groups: soon after it came, a batch a transaction.
struct CrashWorker: Sendable {
    let database: Database
    let analyst: CrashAnalyst
    let clock: Clock

    /// Reports of one transaction, which holds the writer up for some tens of milliseconds, and bytes of them that are in memory.
    private static let batch = 500
    private static let weight = 16 << 20
    /// How long one call goes on while there is more.
    private static let longest = Duration.seconds(20)

    /// Reads all there is, unless that takes long: then the next call goes on.
    func tick() async throws {
        let end = ContinuousClock.now + Self.longest
        while ContinuousClock.now < end {
            let apps = try await database.read { try $0.appsWithUnreadCrashes() }
            guard !apps.isEmpty else { return }
            try await readSome(ofEach: apps)
        }
    }

    /// What fails for one app keeps no other one waiting.
    /// - Throws: what the last one threw that failed.
    private func readSome(ofEach apps: [String]) async throws {
        var failure: (any Error)?
        for app in apps {
            do {
                try await readSome(of: app)
            } catch {
                try Task.checkCancellation()
                failure = error
            }
        }
        if let failure { throw failure }
    }

    private func readSome(of app: String) async throws {
        let (batch, setting) = try await database.read { connection in
            (try connection.unreadCrashes(app, limit: Self.batch, weight: Self.weight), try connection.crashGrouping(app))
        }
        guard !batch.isEmpty else { return }
        let grouping = setting.grouping
        let findings = try await analyst.read(batch.rows, of: app, by: grouping)
        let now = clock.now
        try await database.write { connection in
            try connection.deleteUnreadCrashes(app, batch.gone)
            // An app that is being deleted has no groups any more.
            guard try connection.app(app) != nil else { return try connection.deleteUnreadCrashes(app, findings.map(\.row.id)) }
            try CrashCounting(connection: connection, app: app, grouping: grouping.version, now: now).count(findings)
        }
    }
}

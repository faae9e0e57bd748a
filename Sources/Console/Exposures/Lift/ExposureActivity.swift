import Foundation
import Storage
import Synchronization

/// How many devices of an app were active since when, remembered for a few minutes: counting them reads every device of the platform.
final class ExposureActivity: Sendable {
    private let known = Mutex<[Key: (at: Date, counts: Task<Counts, any Error>)]>([:])

    /// Seconds.
    private static let freshness: TimeInterval = 300
    /// Apps and platforms.
    private static let most = 300

    private struct Key: Hashable {
        let app: String
        let platform: Platform
    }

    /// Devices by the hour in which they were seen last.
    struct Counts: Sendable {
        let at: Date
        let hours: [(hour: Int, devices: Int)]

        /// - Parameter time: ms since 1970.
        func count(since time: Int) -> Int {
            let first = time / 3_600_000
            return hours.reduce(0) { $1.hour >= first ? $0 + $1.devices : $0 }
        }
    }

    /// Who asks while somebody else's answer is being read waits for that one.
    func devices(of app: String, on platform: Platform, since start: Date, at now: Date, _ database: Database) async throws -> Counts {
        let key = Key(app: app, platform: platform)
        let reading = known.withLock { known in
            if let found = known[key], abs(now.timeIntervalSince(found.at)) < Self.freshness { return found.counts }
            // On its own: it goes on for the others when the first one asks no more.
            let counts = Task {
                Counts(at: now, hours: try await database.read { try $0.devicesSeen(app, on: platform, since: start.milliseconds) })
            }
            if known.count >= Self.most { known = [:] }
            known[key] = (now, counts)
            return counts
        }
        do {
            return try await reading.value
        } catch {
            known.withLock { if $0[key]?.counts == reading { $0[key] = nil } }
            throw error
        }
    }
}

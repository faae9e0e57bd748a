import Foundation
import Storage
import Synchronization

/// What each device was told, and when first: noted in memory in the call in which it was told, written each second.
///
/// Updates, patches, switches and dots are noted here; pushes and questions for logs are rows of their own rooms. What a node notes in its last
/// second before it is killed is lost, and noted again when the device asks again.
final class Exposures: Sendable {
    let database: Database
    let clock: Clock
    private let state = Mutex(State())

    /// Exposures that wait for the next second; more are noted when the device asks again.
    private static let mostWaiting = 50_000
    /// Exposures in one transaction, a tenth of a second on SQLite: uploads are written in between.
    private static let writtenAtOnce = 5_000
    /// Bytes of a device's id.
    private static let longest = 128

    private struct State {
        var waiting: [Key: Exposure] = [:]
        /// A forgotten one is written again and ignored by its key.
        var noted = RecentMarks()
    }

    private struct Key: Hashable {
        let app: String
        let kind: ExposureKind
        let subject: String
        let device: String
    }

    init(database: Database, clock: Clock) {
        self.database = database
        self.clock = clock
    }

    // MARK: noting

    /// To be called in the call in which a device is told of it, each time: the first one is kept. Without SQL.
    /// - Parameter at: ms since 1970.
    func note(app: String, _ kind: ExposureKind, subject: String, device: String, on platform: Platform? = nil, at: Int64) {
        guard !device.isEmpty, device.utf8.count <= Self.longest else { return }
        let key = Key(app: app, kind: kind, subject: subject, device: device)
        let mark = RecentMarks.mark(key)
        state.withLock { state in
            guard !state.noted.contains(mark), state.waiting.count < Self.mostWaiting else { return }
            state.noted.insert(mark)
            state.waiting[key] = Exposure(app: app, kind: kind, subject: subject, platform: platform, device: device, at: Int(at))
        }
    }

    /// The same of a device that asks.
    func note(app: String, _ kind: ExposureKind, subject: String, _ device: RolloutDevice, at time: Date) {
        note(app: app, kind, subject: subject, device: device.device, on: device.platform, at: Int64(time.milliseconds))
    }

    /// Writes what was noted. What cannot be written now is written later. For each node, each second.
    @Sendable func flush() async throws {
        let waiting = Array(state.withLock(\.waiting))
        for start in stride(from: 0, to: waiting.count, by: Self.writtenAtOnce) {
            let piece = waiting[start..<min(start + Self.writtenAtOnce, waiting.count)]
            try await database.write(.readCommitted) { try $0.insertExposures(piece.map(\.value)) }
            state.withLock { state in
                for (key, _) in piece { state.waiting[key] = nil }
            }
        }
    }

    /// Writes what devices of the demo were told.
    func seed(app: String, _ kind: ExposureKind, subject: String, devices: [(device: String, at: Date)]) async throws {
        try await database.write { connection in
            let platforms = try connection.platforms(of: devices.map(\.device), app)
            try connection.insertExposures(
                devices.map {
                    Exposure(app: app, kind: kind, subject: subject, platform: platforms[$0.device], device: $0.device, at: $0.at.milliseconds)
                }
            )
        }
    }

    /// Removes all of an app that is deleted.
    func forget(app: String) async throws {
        state.withLock { state in
            state.waiting = state.waiting.filter { $0.key.app != app }
            // One of the same id may follow, whose publications are numbered from 1 again.
            state.noted.removeAll()
        }
        try await database.write { try $0.deleteExposures(of: app) }
    }

    // MARK: retention

    /// Days that it is known what a device was told.
    static let keptDays = 90
    private static let purgedAtOnce = 5_000
    private static let mostPurges = 200

    /// One bounded step; once per cluster, each hour.
    @Sendable func purge() async throws {
        let end = clock.now.addingTimeInterval(-Double(Self.keptDays) * 86_400).milliseconds
        for _ in 0..<Self.mostPurges {
            let deleted = try await database.write(.readCommitted) { try $0.deleteExposures(before: end, limit: Self.purgedAtOnce) }
            if deleted < Self.purgedAtOnce { break }
        }
        try await database.write(.readCommitted) { try $0.deleteExposureTallies(before: end) }
    }
}

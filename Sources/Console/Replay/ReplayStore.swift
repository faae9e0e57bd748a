import Foundation
import Signing
import Storage
import Synchronization
import Web

/// Keeps answers to POSTs that came with an `Idempotency-Key`, for 24 h.
///
/// An answer may hold what is shown only once, such as a token, so it is sealed with the key file; the caller's key is kept as a hash.
public struct ReplayStore: Sendable {
    private let database: Database
    private let key: [UInt8]
    private let clock: Clock
    private let beats: ReplayBeats

    static let life: TimeInterval = 86_400
    /// A request that was not heard of for so long died with its process: its key may be used again.
    static let longestRun: TimeInterval = 300
    /// A longer answer is not kept; the request may be repeated.
    static let largestAnswer = 1 << 20

    /// - Parameters:
    ///   - key: 32 bytes from the key file outside the database.
    ///   - beat: how often a request that runs says so: an upload may take hours.
    public init(database: Database, key: [UInt8], clock: Clock, beat: Duration = .seconds(60)) {
        self.database = database
        self.key = key
        self.clock = clock
        beats = ReplayBeats(database: database, clock: clock, period: beat)
    }

    /// As the route table takes it.
    public var replays: Replays {
        Replays(begin: begin, finish: finish)
    }

    @Sendable func begin(_ use: Replays.Use, _ payload: [UInt8]) async throws -> Replays.State {
        let (hash, payload, now) = (Self.hash(use), Digest.sha256(payload), clock.now)
        let found = try await database.write { connection -> ReplayRow? in
            let (end, dead) = (now.addingTimeInterval(-Self.life), now.addingTimeInterval(-Self.longestRun))
            if try connection.insertReplay(hash, payload: payload, at: now, ended: end, runningSince: dead) { return nil }
            return try connection.replay(hash)
        }
        guard let found else {
            beats.begin(hash)
            return .fresh
        }
        guard found.payload == payload else { return .otherPayload }
        guard let status = found.status, let answer = found.answer else { return .running }
        return .answered(try open(answer, status: status, hash))
    }

    /// Lengths in front, so that no two uses run together.
    private static func hash(_ use: Replays.Use) -> [UInt8] {
        Digest.sha256([use.viewer, use.path, use.key].flatMap { Array("\($0.utf8.count):\($0)".utf8) })
    }

    @Sendable func finish(_ use: Replays.Use, _ answer: Replays.Stored?) async throws {
        let hash = Self.hash(use)
        beats.end(hash)
        let sealed = try answer.flatMap { try seal($0, hash) }
        try await database.write { connection in
            if let answer, let sealed {
                try connection.finishReplay(hash, status: answer.status, answer: sealed)
            } else {
                try connection.deleteReplay(hash)
            }
        }
    }

    /// What of an answer is sealed.
    private struct Answer: Codable {
        let location: String?
        let body: Data
    }

    private func seal(_ stored: Replays.Stored, _ hash: [UInt8]) throws -> [UInt8]? {
        guard stored.body.count <= Self.largestAnswer else { return nil }
        let answer = try JSONEncoder().encode(Answer(location: stored.location, body: Data(stored.body)))
        return try AESGCM.seal([UInt8](answer), key: key, authenticating: hash)
    }

    private func open(_ sealed: [UInt8], status: Int, _ hash: [UInt8]) throws -> Replays.Stored {
        let answer = try JSONDecoder().decode(Answer.self, from: Data(try AESGCM.open(sealed, key: key, authenticating: hash)))
        return Replays.Stored(status: status, location: answer.location, body: [UInt8](answer.body))
    }

    /// Removes what is older than 24 h.
    public func purge() async throws {
        let now = clock.now
        try await database.write { connection in
            try connection.deleteReplays(startedUntil: now.addingTimeInterval(-Self.life), runningSince: now.addingTimeInterval(-Self.longestRun))
        }
    }
}

/// Keeps the requests of this node that run from being taken for dead.
private final class ReplayBeats: Sendable {
    private let database: Database
    private let clock: Clock
    private let period: Duration
    private let running = Mutex<[[UInt8]: Task<Void, Never>]>([:])

    init(database: Database, clock: Clock, period: Duration) {
        (self.database, self.clock, self.period) = (database, clock, period)
    }

    func begin(_ hash: [UInt8]) {
        let beat = Task { [database, clock, period] in
            var runs = true
            while runs, (try? await Task.sleep(for: period)) != nil {
                // While the database is away nothing is known.
                runs = (try? await database.write { try $0.prolongReplay(hash, at: clock.now) }) ?? true
            }
        }
        running.withLock { $0.updateValue(beat, forKey: hash) }?.cancel()
    }

    func end(_ hash: [UInt8]) {
        running.withLock { $0.removeValue(forKey: hash) }?.cancel()
    }
}

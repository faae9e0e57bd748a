import Foundation
import Storage
import Synchronization
import Web

/// Counts what comes by each key in memory until it is written, every few seconds. What a node counts in its last seconds before it is killed is lost: the
/// figures are for people who look whether their SDK gets through, and no statistic.
final class SentryTally: Sendable {
    private let state = Mutex([SentryCountKey: Int]())
    private let database: Database
    private let clock: Clock

    /// Different counts between two writings; more are not told apart.
    private static let most = 10_000

    init(database: Database, clock: Clock) {
        self.database = database
        self.clock = clock
    }

    /// - Parameter kind: of letters, digits, points and underscores.
    func add(_ door: SentryDoor, _ kind: String, _ quantity: Int = 1) {
        let day = clock.now.milliseconds / 86_400_000
        let key = SentryCountKey(app: door.app, day: day, platform: door.platform, key: door.key, kind: kind)
        state.withLock { counts in
            guard counts.count < Self.most || counts[key] != nil else { return }
            counts[key, default: 0] += quantity
        }
    }

    /// A word of an SDK, as part of a kind.
    static func word(_ text: String) -> String {
        let bytes = text.utf8.prefix(40).filter { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "_"), UInt8(ascii: "-"): true
            default: false
            }
        }
        return bytes.isEmpty ? "other" : String(decoding: bytes, as: UTF8.self)
    }

    /// Days that counts are kept.
    private static let keptDays = 90

    /// Forgets old counts.
    func purge() async throws {
        try await database.write { [clock] in try $0.deleteSentryCounts(before: clock.now.milliseconds / 86_400_000 - Self.keptDays) }
    }

    /// Writes what was counted. What cannot be written now is written later.
    func flush() async throws {
        let counts = state.withLock { counts in
            defer { counts = [:] }
            return counts
        }
        guard !counts.isEmpty else { return }
        do {
            try await database.write(.readCommitted) { try $0.addSentryCounts(counts) }
        } catch {
            state.withLock { state in
                for (key, quantity) in counts where state.count < Self.most { state[key, default: 0] += quantity }
            }
            throw error
        }
    }
}

/// What a count is about.
struct SentryCountKey: Hashable, Sendable {
    let app: String
    let day: Int
    let platform: Platform
    let key: String
    let kind: String
}

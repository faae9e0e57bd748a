import Foundation
import Synchronization
import Web

/// Slows down who tries addresses that do not exist: 60 of them in ten minutes from one place are an accident, more are a search. In memory, a node by
/// itself: a code of 128 bits is not found anyway, this keeps the trying cheap.
final class InstallThrottle: Sendable {
    private let misses = Mutex<[String: [Date]]>([:])
    private static let most = 60
    private static let window: TimeInterval = 600
    /// Places that are remembered; when there are more, all are forgotten.
    private static let places = 10_000

    /// - Throws: `limited` for a place that has missed too often.
    func check(_ address: String, at now: Date) throws {
        let start = now.addingTimeInterval(-Self.window)
        let recent = misses.withLock { $0[address]?.filter { $0 > start } ?? [] }
        guard recent.count >= Self.most, let first = recent.first else { return }
        throw Problem(.limited, "builds.install.limited", retryAfter: max(1, Int(first.timeIntervalSince(start).rounded(.up))))
    }

    func miss(_ address: String, at now: Date) {
        let start = now.addingTimeInterval(-Self.window)
        misses.withLock { misses in
            if misses.count >= Self.places, misses[address] == nil { misses.removeAll() }
            misses[address] = (misses[address] ?? []).filter { $0 > start }.suffix(Self.most) + [now]
        }
    }
}

import Foundation
import Logging
import Storage
import Synchronization

/// The time as all nodes have it: this machine's, put right by the database's clock.
///
/// Devices are refused by the time of their calls; batches, sessions and signatures are remembered for a time. A node whose clock is minutes off would
/// judge otherwise than the others.
final class NodeClock: Sendable {
    private let machine: Clock
    /// Milliseconds that the machine's clock is behind.
    private let behind = Atomic(0)

    /// What the way to the database and back may explain; smaller differences are left alone.
    static let tolerance = Duration.seconds(2)

    private static let logger = Logger(label: "clock")

    init(machine: Clock = .system) {
        self.machine = machine
    }

    var clock: Clock {
        Clock { [self] in machine.now.addingTimeInterval(Double(behind.load(ordering: .relaxed)) / 1_000) }
    }

    /// Asks the database what time it is. Every few seconds.
    func compare(with database: Database) async throws {
        let sent = machine.now
        let theirs = try await database.read { try $0.now() }
        let way = machine.now.timeIntervalSince(sent)
        let tolerance = Self.tolerance / .seconds(1)
        // After a long wait, or when the machine's clock was set meanwhile, nothing is learned.
        guard (0...tolerance).contains(way) else { return }
        let difference = theirs.timeIntervalSince(sent.addingTimeInterval(way / 2))
        set(abs(difference) > tolerance ? Int((difference * 1_000).rounded()) : 0)
    }

    private func set(_ milliseconds: Int) {
        let before = behind.exchange(milliseconds, ordering: .relaxed)
        guard abs(milliseconds - before) > 1_000 else { return }
        let seconds = "\(milliseconds / 1_000)"
        Self.logger.warning("this machine's clock differs from the database's, which counts", metadata: ["seconds behind": "\(seconds)"])
    }
}

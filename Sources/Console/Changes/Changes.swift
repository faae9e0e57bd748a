import Logging
import ServiceLifecycle
import Storage
import Synchronization

/// Keeps what this node has in memory up with what any node changes: it hears of a change when it is committed, and looks once a second whether
/// it missed one. While the database is away the copies stay as they are.
final class Changes: Service {
    let database: Database
    /// One a topic.
    let refreshes: [ChangeRefresh]
    private let pause = Mutex(Changes.period)

    /// How often versions are compared when nothing is heard.
    static let period = Duration.seconds(1)
    /// The longest pause while the database is away.
    static let longestPause = Duration.seconds(5)

    private static let logger = Logger(label: "changes")

    init(database: Database, refreshes: [ChangeRefresh]) {
        self.database = database
        self.refreshes = refreshes
    }

    func run() async throws {
        await cancelWhenGracefulShutdown { await self.watch() }
    }

    /// Listens and looks until the task is cancelled.
    /// - Parameter announcements: nil for the database's own.
    func watch(_ announcements: AsyncStream<Announcement>? = nil) async {
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await heard in announcements ?? self.database.announcements() where heard.isAboutChanges { wake.yield() }
            }
            group.addTask {
                while !Task.isCancelled {
                    wake.yield()
                    try? await Task.sleep(for: self.pause.withLock { $0 })
                }
            }
            group.addTask {
                for await _ in wakes { await self.lookAgain() }
            }
        }
    }

    private func lookAgain() async {
        let before = pause.withLock { $0 }
        do {
            try await look()
            pause.withLock { $0 = Self.period }
            if before > Self.period { Self.logger.notice("up to date again") }
        } catch is CancellationError {
            // Shutting down.
        } catch {
            pause.withLock { $0 = min($0 * 2, Self.longestPause) }
            if before == Self.period { Self.logger.warning("what is in memory may be out of date", metadata: ["error": "\(error)"]) }
        }
    }

    /// Compares versions once and takes up what changed; one topic that fails does not keep the others back.
    /// - Throws: the last error, when anything could not be read.
    func look() async throws {
        let versions = try await database.read { try $0.changeVersions() }
        var failure: (any Error)?
        for refresh in refreshes where refresh.version() != versions[refresh.topic] ?? 0 {
            do {
                try await refresh.refresh()
            } catch let stop as CancellationError {
                throw stop
            } catch {
                Self.logger.warning("not refreshed", metadata: ["topic": "\(refresh.topic)", "error": "\(error)"])
                failure = error
            }
        }
        if let failure { throw failure }
    }
}

/// How one topic is kept up.
struct ChangeRefresh: Sendable {
    let topic: ChangeTopic
    /// Of what is in memory.
    let version: @Sendable () -> Int
    /// Reads version and content in one transaction.
    let refresh: @Sendable () async throws -> Void

    init(_ topic: ChangeTopic, at version: @escaping @Sendable () -> Int, _ refresh: @escaping @Sendable () async throws -> Void) {
        self.topic = topic
        self.version = version
        self.refresh = refresh
    }
}

extension Announcement {
    /// Also when some may have been missed: then all is looked at.
    fileprivate var isAboutChanges: Bool {
        switch self {
        case .said(let topic, _): topic == ChangeTopic.announced
        case .mayHaveMissed: true
        }
    }
}

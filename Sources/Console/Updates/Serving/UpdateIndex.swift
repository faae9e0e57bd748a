import Foundation
import Synchronization

/// What devices of every app are told, in memory and written ahead: no SQL on a device's way.
final class UpdateIndex: Sendable {
    private let apps = Mutex(ChangeCopy([String: [Platform: UpdateProgram]]()))
    /// Whitelists by release, with their digests: the same list is read once.
    private let lists = Mutex([RolloutWindowKey: (digest: String, users: RolloutUsers)]())

    /// nil where nothing runs.
    func program(_ app: String, _ platform: Platform) -> UpdateProgram? {
        apps.withLock { $0.content[app]?[platform] }
    }

    /// Of the topic ``ChangeTopic/updates``.
    var version: Int { apps.withLock { $0.version } }

    /// - Parameters:
    ///   - version: at which all was read.
    ///   - before: this index's version when the read began.
    func replace(_ all: [String: [Platform: UpdateProgram]], at version: Int, since before: Int) {
        apps.withLock { $0.take(all, at: version, since: before) }
    }

    /// The list of a release, if it is still this one.
    func users(_ key: RolloutWindowKey, digest: String) -> RolloutUsers? {
        lists.withLock { $0[key].flatMap { $0.digest == digest ? $0.users : nil } }
    }

    func keep(_ all: [RolloutWindowKey: (digest: String, users: RolloutUsers)]) {
        lists.withLock { $0 = all }
    }
}

extension Updates {
    /// Reads what runs into the index; at start, and after every change by any node. Whitelists that are known are not read again.
    @Sendable func refresh() async throws {
        let (before, now) = (index.version, clock.now)
        let (version, updates, lists) = try await database.read { [index] connection in
            let updates = try connection.runningUpdates(at: now)
            var lists: [RolloutWindowKey: (digest: String, users: RolloutUsers)] = [:]
            for update in updates where update.plan.mode == .whitelist {
                guard let digest = try connection.rolloutUsersDigest(update.app, update.id) else { continue }
                let known = index.users(update.windowKey, digest: digest)
                lists[update.windowKey] = (digest, try known ?? connection.rolloutUsers(update.app, update.id) ?? .none)
            }
            return (try connection.version(of: .updates), updates, lists)
        }
        index.replace(Self.programs(updates, lists.mapValues(\.users)), at: version, since: before)
        index.keep(lists)
        windows.keep(only: Set(updates.filter { $0.plan.window?.limit != nil }.map(\.windowKey)))
    }

    private static func programs(_ updates: [Update], _ lists: [RolloutWindowKey: RolloutUsers]) -> [String: [Platform: UpdateProgram]] {
        Dictionary(grouping: updates, by: \.app).mapValues { updates in
            Dictionary(grouping: updates, by: \.plan.platform).mapValues { updates in
                UpdateProgram(updates.map { ($0, lists[$0.windowKey] ?? .none) })
            }
        }
    }
}

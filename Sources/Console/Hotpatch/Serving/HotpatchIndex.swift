import Foundation
import Storage
import Synchronization

/// What devices of every app are told, in memory: no SQL on a device's way.
final class HotpatchIndex: Sendable {
    private let apps = Mutex(ChangeCopy([String: [Platform: HotpatchProgram]]()))
    /// Whitelists by release, with their digests: the same list is read once.
    private let lists = Mutex([RolloutWindowKey: (digest: String, users: RolloutUsers)]())

    /// nil where nothing was ever published.
    func program(_ app: String, _ platform: Platform) -> HotpatchProgram? {
        apps.withLock { $0.content[app]?[platform] }
    }

    /// Of the topic ``ChangeTopic/hotpatches``.
    var version: Int { apps.withLock { $0.version } }

    /// - Parameters:
    ///   - version: at which all was read.
    ///   - before: this index's version when the read began.
    func replace(_ all: [String: [Platform: HotpatchProgram]], at version: Int, since before: Int) {
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

extension Hotpatches {
    /// Reads what is live into the index; at start, and after every change by any node. Whitelists that are known are not read again.
    @Sendable func refresh() async throws {
        let (before, now) = (index.version, clock.now)
        let read = try await database.read { [index] connection in
            var lists: [RolloutWindowKey: (digest: String, users: RolloutUsers)] = [:]
            let live = try connection.liveHotpatches(at: now).map { hotpatch in
                let users = try Self.users(of: hotpatch, connection, index, &lists)
                let packages = try connection.hotpatchPackages(hotpatch.app, hotpatch.id)
                return (hotpatch, HotpatchOffer(hotpatch, users: users, packages: packages))
            }
            return (live: live, known: try connection.publishedHotpatches(), version: try connection.version(of: .hotpatches), lists: lists)
        }
        index.replace(Self.programs(read.live, read.known), at: read.version, since: before)
        index.keep(read.lists)
    }

    private static func users(
        of hotpatch: Hotpatch,
        _ connection: Connection,
        _ index: HotpatchIndex,
        _ lists: inout [RolloutWindowKey: (digest: String, users: RolloutUsers)]
    ) throws -> RolloutUsers {
        guard hotpatch.named > 0, let digest = try connection.rolloutUsersDigest(hotpatch.app, hotpatch.id) else { return .none }
        let key = RolloutWindowKey(app: hotpatch.app, release: hotpatch.id)
        let users = try index.users(key, digest: digest) ?? connection.rolloutUsers(hotpatch.app, hotpatch.id) ?? .none
        lists[key] = (digest, users)
        return users
    }

    static func programs(_ live: [(hotpatch: Hotpatch, offer: HotpatchOffer)], _ known: [HotpatchKnown]) -> [String: [Platform: HotpatchProgram]] {
        Dictionary(grouping: known, by: \.app).mapValues { known in
            Dictionary(grouping: known, by: \.platform).mapValues { known in
                let (app, platform) = (known.first?.app, known.first?.platform)
                var offers: [RolloutVersion: HotpatchOffer] = [:]
                // By publication: should two have a version, the later has it.
                for (hotpatch, offer) in live where offer.app == app && offer.platform == platform {
                    for version in hotpatch.liveVersions { offers[RolloutVersion(version)] = offer }
                }
                return HotpatchProgram(offers: offers, known: Dictionary(known.map { ($0.number, $0) }) { first, _ in first })
            }
        }
    }
}

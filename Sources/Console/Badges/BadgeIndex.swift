import Foundation
import Synchronization

/// The live dots of every app in memory, so that a device's pull finds its dots without SQL. Rebuilt after every change,
/// whichever node made it.
final class BadgeIndex: Sendable {
    private let apps = Mutex(ChangeCopy([String: [BadgeLive]]()))

    /// Oldest first.
    func live(_ app: String, at time: Date) -> [BadgeLive] {
        let all = apps.withLock { $0.content[app] } ?? []
        return all.filter { $0.badge.state(at: time) == .live }
    }

    /// Of the topic ``ChangeTopic/badges``.
    var version: Int { apps.withLock { $0.version } }

    /// - Parameters:
    ///   - badges: all live dots by app, oldest first; those that expire later are left out then.
    ///   - version: at which they were read.
    ///   - before: this index's version when the read began.
    func replace(_ badges: [String: [Badge]], at version: Int, since before: Int) {
        let live = badges.mapValues { $0.map { BadgeLive($0) } }
        apps.withLock { $0.take(live, at: version, since: before) }
    }

    /// Everything that can be pulled now or later.
    var keys: Set<BadgeKey> {
        apps.withLock { apps in Set(apps.content.flatMap { app, dots in dots.map { BadgeKey(app: app, id: $0.badge.id) } }) }
    }
}

/// A dot prepared for being asked about.
struct BadgeLive: Sendable {
    let badge: Badge
    private let users: Set<String>
    private let devices: Set<String>
    private let rule: RolloutRule?

    init(_ badge: Badge) {
        self.badge = badge
        users = Set(badge.audience.users ?? [])
        devices = Set(badge.audience.devices ?? [])
        rule = badge.audience.rules?.rule(salt: badge.id)
    }

    var followsUser: Bool { badge.audience.to == .users }

    func isFor(_ asker: BadgeAsker) -> Bool {
        switch badge.audience.to {
        case .all: true
        case .users: asker.user.map(users.contains) ?? false
        case .devices: asker.device.map(devices.contains) ?? false
        case .rules: rule?.matches(asker.traits) ?? false
        }
    }
}

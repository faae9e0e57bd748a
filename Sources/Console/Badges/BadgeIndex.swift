import Foundation
import Synchronization

/// The live dots of every app in memory, so that a device's pull finds its dots without SQL. Rebuilt after every change.
final class BadgeIndex: Sendable {
    private let apps = Mutex<[String: [BadgeLive]]>([:])

    /// Oldest first.
    func live(_ app: String, at time: Date) -> [BadgeLive] {
        let all = apps.withLock { $0[app] } ?? []
        return all.filter { $0.badge.state(at: time) == .live }
    }

    /// - Parameter badges: the app's live dots; those that expire later are left out then.
    func replace(_ app: String, with badges: [Badge]) {
        let live = badges.map { BadgeLive($0) }
        apps.withLock { $0[app] = live.isEmpty ? nil : live }
    }

    /// Everything that can be pulled now or later.
    var keys: Set<BadgeKey> {
        apps.withLock { apps in Set(apps.flatMap { app, dots in dots.map { BadgeKey(app: app, id: $0.badge.id) } }) }
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

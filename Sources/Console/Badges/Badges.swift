import Foundation
import Signing
import Storage
import Web

/// Red dots: published by operators, or raised by other rooms for one device or user; pulled and cleared by devices.
public struct Badges: Sendable {
    let database: Database
    var audit: Audit
    var clock: Clock
    let index = BadgeIndex()
    let reach = BadgeReach()
    private let raised: [BadgePath]
    /// Where it is noted who was shown which dot; nil where no device asks.
    let exposures: Exposures?

    /// Live dots of an app: a device looks at all of them at every pull.
    static let mostLive = 200

    /// - Parameter raised: the paths on which rooms raise dots for single devices and users; nothing may be hung below those.
    init(database: Database, audit: Audit, clock: Clock, raised: [BadgePath], exposures: Exposures? = nil) {
        self.database = database
        self.audit = audit
        self.clock = clock
        self.raised = raised
        self.exposures = exposures
    }

    /// Takes up the live dots; at start, and after every change by any node.
    @Sendable public func refreshIndex() async throws {
        let (before, now) = (index.version, clock.now)
        let (version, badges) = try await database.read { (try $0.version(of: .badges), try $0.liveBadges(at: now)) }
        index.replace(Dictionary(grouping: badges, by: \.app).mapValues { $0.map(\.badge) }, at: version, since: before)
    }

    /// Takes up what was counted of live dots; at start.
    public func loadReach() async throws {
        let now = clock.now
        reach.join(try await database.read { try $0.badgeSketches(at: now) })
    }

    // MARK: publishing and ending

    /// Devices get it from the next pull on.
    /// - Parameter zone: of a time without an offset.
    /// - Throws: `invalid`, also for a dot that no device could clear; `conflict` when the app has as many as it may.
    func publish(_ new: NewBadge, on app: String, zone: TimeZone, by actor: Actor) async throws -> Badge {
        let plan = try BadgePlan(new, zone: zone, at: clock.now)
        let badge = Badge(plan, id: Random.hex(8), at: clock.now, by: actor.name)
        try await change { [self] connection in
            try check(badge.path, try connection.liveBadges(of: app, at: clock.now))
            try connection.insertBadge(badge, app: app)
            try audit.record(connection, by: actor, "badge.publish", app: app, object: badge.audited, after: badge.values)
        }
        return badge
    }

    private func check(_ path: BadgePath, _ live: [Badge]) throws {
        guard live.count < Self.mostLive else { throw Problem(.conflict, "badges.tooMany", ["limit": "\(Self.mostLive)"]) }
        let wrong = BadgeClash(live: live.map(\.path) + raised).rejections(path)
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
    }

    /// Devices lose it at their next pull.
    /// - Throws: `notFound`; `conflict` when it is over already.
    func end(_ id: String, of app: String, by actor: Actor) async throws {
        try await change { [audit, clock] connection in
            guard let badge = try connection.badge(app, id) else { throw Problem.notFound }
            guard badge.state(at: clock.now) == .live else { throw Problem(.conflict, "badges.over") }
            try connection.endBadge(app, id, at: clock.now)
            try audit.record(connection, by: actor, "badge.end", app: app, object: badge.audited, after: ["audience": badge.ledgered])
        }
    }

    private func change(_ body: @escaping @Sendable (Connection) throws -> Void) async throws {
        try await database.change(.badges, body, then: refreshIndex)
    }

    // MARK: looking

    /// Newest first.
    func list(of app: String, _ state: BadgeState?, _ place: ListPlace) async throws -> List<Badge> {
        let now = clock.now
        let list = try await database.read { connection in
            let rows = try connection.badges(app, state, at: now, before: place.cursor, limit: place.limit + 1)
            return try place.page(rows, total: connection.countBadges(app, state, at: now)) { Cursor($0.createdAt, $0.id) }
        }
        return list.map { counted($0, app) }
    }

    /// - Throws: `notFound`.
    func badge(_ id: String, of app: String) async throws -> Badge {
        guard let badge = try await database.read({ try $0.badge(app, id) }) else { throw Problem.notFound }
        return counted(badge, app)
    }

    /// Those that a search looks for.
    /// - Parameter limit: hits of each app at most.
    @Sendable func find(_ text: SearchText, apps: [String], limit: Int) async throws -> [SearchHit] {
        try await database.read { try $0.foundBadges(text, apps, limit) }
    }

    /// What devices get now, oldest first.
    func live(of app: String) -> [Badge] {
        index.live(app, at: clock.now).map { counted($0.badge, app) }
    }

    /// With what was counted here since the last time it was written down. An estimate may be below what is known for sure.
    private func counted(_ badge: Badge, _ app: String) -> Badge {
        badge.with(shown: max(reach.shown(BadgeKey(app: app, id: badge.id)) ?? 0, badge.shown, badge.acknowledged))
    }

    /// Dots that expired at the time that they name.
    @Sendable static func ends(_ connection: Connection, _ after: Date, _ to: Date) throws -> [LedgerEnd] {
        try connection.badgesOver(after: after, to: to).compactMap { app, badge in
            badge.expiresAt.map { LedgerEnd(action: "badge.expire", app: app, object: badge.audited, at: $0, values: ["audience": badge.ledgered]) }
        }
    }

    /// Removes what a user or device was shown by the console alone, and what they cleared; counts stay. Called by the room that erases, in its job.
    @Sendable func erase(_ task: TelemetryErasureTask, of app: String) async throws {
        let reader: BadgeReader = task.field == .device ? .device(task.value) : .user(task.value)
        try await database.write { try $0.deleteBadges(for: reader, of: app) }
    }

    /// Removes all of an app that is deleted: no node goes on showing its dots.
    func forget(app: String) async throws {
        try await change { try $0.deleteBadges(of: app) }
    }
}

extension Badge {
    fileprivate init(_ plan: BadgePlan, id: String, at time: Date, by author: String) {
        self.init(
            id: id,
            path: plan.path,
            style: plan.style,
            numbers: plan.numbers,
            audience: plan.audience,
            createdAt: time,
            createdBy: author,
            expiresAt: plan.expiresAt,
            endedAt: nil,
            shown: 0,
            acknowledged: 0
        )
    }

    fileprivate func with(shown: Int) -> Badge {
        Badge(
            id: id,
            path: path,
            style: style,
            numbers: numbers,
            audience: audience,
            createdAt: createdAt,
            createdBy: createdBy,
            expiresAt: expiresAt,
            endedAt: endedAt,
            shown: shown,
            acknowledged: acknowledged
        )
    }

    fileprivate var audited: String { "\(path.text) (\(id))" }

    /// For whom it is; lists of people are told by their length.
    fileprivate var ledgered: String {
        let part: LedgerAudience.Part =
            switch audience.to {
            case .all: .all
            case .users: .users(audience.named ?? 0)
            case .devices: .devices(audience.named ?? 0)
            case .rules: .rules(max(audience.rules?.rule(salt: id).conditions.count ?? 1, 1))
            }
        return LedgerAudience([part]).text
    }

    fileprivate var values: [String: String] {
        [
            "style": style.rawValue, "temporaryBadgeNumber": "\(numbers.temporary)", "persistentBadgeNumber": "\(numbers.persistent)",
            "audience": ledgered,
            "expiresAt": expiresAt?.ISO8601Format() ?? "",
        ]
    }
}

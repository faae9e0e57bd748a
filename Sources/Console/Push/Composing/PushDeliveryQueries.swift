import Formats
import Foundation
import Storage
import Web

extension Connection {
    /// What was frozen of a draft.
    func deletePushDeliveries(_ app: String, _ message: String) throws {
        try run("DELETE FROM push_delivery WHERE app_id = \(app) AND message_id = \(message)")
    }

    /// Nothing that is not on its way yet will be sent; counted.
    /// - Returns: how many devices.
    @discardableResult
    func skipPushDeliveries(_ app: String, _ message: String, because reason: PushSkip, at time: Date) throws -> Int {
        let skipped = try run(
            """
            UPDATE push_delivery SET state = 'skipped', reason = \(reason.rawValue), answered_at = \(time)
            WHERE app_id = \(app) AND message_id = \(message) AND state IN ('held', 'queued')
            """
        )
        try raisePushTally(app, message, .skipped, reason.rawValue, by: skipped, at: time)
        return skipped
    }

    /// Frozen devices that a placeholder is not filled for; `nil` parameters of their own count too.
    func countPushDeliveries(_ app: String, _ message: String, without placeholder: String) throws -> Int {
        try value(
            """
            SELECT count(*) FROM push_delivery
            WHERE app_id = \(app) AND message_id = \(message) AND replace(parameters, \("\"\(placeholder)\":"), '') = parameters
            """
        ) ?? 0
    }

    /// Parameters of those devices that have the longest.
    func longestPushParameters(_ app: String, _ message: String, limit: Int) throws -> [[String: String]] {
        try all(
            """
            SELECT parameters FROM push_delivery WHERE app_id = \(app) AND message_id = \(message) AND parameters <> ''
            ORDER BY length(parameters) DESC LIMIT \(limit)
            """
        ) { try PushText.read(try $0[0]) }
    }

    /// What was frozen, by the way devices are reached.
    func pushDeliveryParts(_ app: String, _ message: String) throws -> [PushAudienceCount.Part] {
        try all(
            """
            SELECT platform, channel, environment, count(*) FROM push_delivery WHERE app_id = \(app) AND message_id = \(message)
            GROUP BY platform, channel, environment
            """
        ) { PushAudienceCount.Part(platform: try $0[0], channel: try $0[1], environment: try $0[2], devices: try $0[3]) }
    }

    func countPushUsers(_ app: String, _ message: String) throws -> Int {
        try value("SELECT count(DISTINCT user_id) FROM push_delivery WHERE app_id = \(app) AND message_id = \(message) AND user_id <> ''") ?? 0
    }

    /// As it was frozen, with what the target names in vain today; of a repeated message as it is today. nil while nobody reviewed it.
    func reviewedPushAudience(_ message: PushMessage, at now: Date) throws -> PushAudienceCount? {
        guard message.audience != nil else { return nil }
        let today = message.state == .draft || message.isRepeated ? try todaysPushAudience(message, at: now) : nil
        if message.isRepeated { return today }
        let parts = try pushDeliveryParts(message.app, message.id)
        return PushAudienceCount(parts, users: try countPushUsers(message.app, message.id), withoutToken: today?.withoutToken ?? 0)
    }

    /// nil when a list or crash group that it names is gone by now.
    private func todaysPushAudience(_ message: PushMessage, at now: Date) throws -> PushAudienceCount? {
        do {
            return try countPushAudience(message.app, message.target, at: now)
        } catch let problem as Problem where [.invalid, .notFound].contains(problem.kind) {
            return nil
        }
    }

    /// Whether anything of a message may still be sent or answered.
    func hasOpenPushDeliveries(_ app: String, _ message: String) throws -> Bool {
        try [PushDeliveryState.queued, .sending, .held].contains { try hasPushDeliveries(app, message, $0) }
    }

    func hasPushDeliveries(_ app: String, _ message: String, _ state: PushDeliveryState) throws -> Bool {
        try value(
            "SELECT 1 FROM push_delivery WHERE app_id = \(app) AND message_id = \(message) AND state = \(state) LIMIT 1",
            as: Int.self
        ) != nil
    }

    /// The device as it is bound now becomes the only one of a test.
    /// - Returns: whether it is bound.
    func insertPushTest(_ test: PushMessage, _ device: String) throws -> Bool {
        try run(
            """
            INSERT INTO push_delivery (app_id, message_id, device, platform, channel, environment, token, user_id, parameters, state, reason,
                not_before, attempts, lease)
            SELECT app_id, \(test.id), device, platform, channel, environment, token, user_id, '', 'queued', '', \(test.createdAt), 0, ''
            FROM push_device WHERE app_id = \(test.app) AND device = \(device) AND state = 'bound'
            """
        ) == 1
    }

    // MARK: looking

    /// In order of devices.
    func pushDeliveries(_ app: String, _ message: String, _ filter: PushDeliveryFilter, after device: String?, limit: Int) throws -> [PushDelivery] {
        let rest: SQL = device.map { "device > \($0)" } ?? "1 = 1"
        return try all(
            """
            SELECT device, platform, channel, environment, token, user_id, state, reason, not_before, attempts, intent_at, answered_at, arrived_at,
                opened_at, ignored_at
            FROM push_delivery WHERE app_id = \(app) AND message_id = \(message) AND \(filter.condition) AND \(rest)
            ORDER BY device LIMIT \(limit)
            """,
            PushDelivery.init
        )
    }

    /// What a push service took for a device, newest first. Here and in the next, SQLite would read all of the app with `device = …`: it has no
    /// statistics, and takes the key of the table for the better index.
    func pushesTold(_ device: String, _ app: String, limit: Int) throws -> [(message: String, at: Date)] {
        try all(
            """
            SELECT message_id, answered_at FROM push_delivery
            WHERE app_id = \(app) AND device BETWEEN \(device) AND \(device) AND state = 'sent' AND answered_at IS NOT NULL
            ORDER BY answered_at DESC, message_id LIMIT \(limit)
            """
        ) { (message: try $0[0], at: try $0[1]) }
    }

    /// What push services took for some devices since a time.
    func pushesTold(_ devices: [String], _ app: String, since start: Date) throws -> [(device: String, message: String, at: Date)] {
        try devices.inPieces.flatMap { devices in
            try all(
                """
                SELECT device, message_id, answered_at FROM push_delivery
                WHERE app_id = \(app) AND device IN (\(SQL.list(devices))) AND state = 'sent' AND answered_at >= \(start)
                ORDER BY device
                """
            ) { (device: try $0[0], message: try $0[1], at: try $0[2]) }
        }
    }

    func countPushDeliveries(_ app: String, _ message: String, _ filter: PushDeliveryFilter) throws -> Int {
        try value("SELECT count(*) FROM push_delivery WHERE app_id = \(app) AND message_id = \(message) AND \(filter.condition)") ?? 0
    }
}

/// Why the console itself did not send.
enum PushSkip: String, Codable, CaseIterable, Sendable {
    case stopped, cancelled, cap, expired
    /// The hour was over on the device's own clock before the message began.
    case passed
}

/// Which deliveries a list shows.
struct PushDeliveryFilter: Sendable {
    var state: PushDeliveryState?
    var reason: String?
    /// A device or user, whole.
    var text: String?

    fileprivate var condition: SQL {
        .all([state.map { "state = \($0)" }, reason.map { "reason = \($0)" }, text.map { "device = \($0) OR user_id = \($0)" }].compactMap { $0 })
    }
}

/// What became of one device, as pages and scripts see it: its token is shortened.
struct PushDelivery: Codable, Sendable, Equatable {
    let device: String
    let platform: Platform
    let channel: PushChannel
    let environment: PushEnvironment
    /// The first eight characters … the last four.
    let token: String
    private(set) var userId: String
    let state: PushDeliveryState
    let reason: String
    /// Not before this; null while nothing is decided.
    let notBefore: OrNull<Date>
    let attempts: Int
    let intentAt: OrNull<Date>
    let answeredAt: OrNull<Date>
    let arrivedAt: OrNull<Date>
    let openedAt: OrNull<Date>
    let ignoredAt: OrNull<Date>

    fileprivate init(_ row: Row) throws {
        device = try row[0]
        platform = try row[1]
        channel = try row[2]
        environment = try row[3]
        token = PushDelivery.shortened(try row[4])
        userId = try row[5]
        state = try row[6]
        reason = try row[7]
        let time: Int = try row[8]
        notBefore = OrNull(time == 0 ? nil : Date(milliseconds: time))
        attempts = try row[9]
        intentAt = OrNull(try row[10])
        answeredAt = OrNull(try row[11])
        arrivedAt = OrNull(try row[12])
        openedAt = OrNull(try row[13])
        ignoredAt = OrNull(try row[14])
    }

    /// Without telephone numbers and mail addresses.
    func masked() -> PushDelivery {
        var delivery = self
        delivery.userId = PersonalMask.masked(userId)
        return delivery
    }

    /// Who has a token may push; nobody needs to read all of one.
    static func shortened(_ token: String) -> String {
        token.count <= 16 ? "…" : "\(token.prefix(8))…\(token.suffix(4))"
    }
}

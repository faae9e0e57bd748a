import Foundation
import Storage

/// What devices tell, one statement or two for each.
extension Connection {
    /// Takes a device's token over. What the call does not say stays as it was; a token that another device id had moves here, without what was known
    /// there.
    func bindPush(_ binding: PushBinding) throws {
        try run(
            """
            UPDATE push_device SET state = 'gone', reason = \(PushGone.moved.rawValue), ended_at = \(binding.at)
            WHERE app_id = \(binding.app) AND channel = \(binding.channel) AND token = \(binding.token) AND state = 'bound'
                AND device <> \(binding.device)
            """
        )
        func kept(_ column: SQL) -> SQL { "CASE WHEN excluded.\(column) = '' THEN push_device.\(column) ELSE excluded.\(column) END" }
        try run(
            """
            INSERT INTO push_device (app_id, device, platform, channel, environment, token, user_id, version, model, os_version, time_zone, language,
                bound_at, seen_at, state, reason, ended_at)
            VALUES (\(binding.app), \(binding.device), \(binding.platform), \(binding.channel), \(binding.environment), \(binding.token),
                \(binding.user ?? ""), \(binding.version), \(binding.model), \(binding.osVersion), \(binding.timeZone), \(binding.language),
                \(binding.at), \(binding.at), 'bound', '', NULL)
            ON CONFLICT (app_id, device) DO UPDATE SET
                platform = excluded.platform, channel = excluded.channel, environment = excluded.environment, token = excluded.token,
                user_id = \(binding.user == nil ? "push_device.user_id" as SQL : "excluded.user_id"),
                version = \(kept("version")), model = \(kept("model")), os_version = \(kept("os_version")),
                time_zone = \(kept("time_zone")), language = \(kept("language")),
                bound_at = excluded.bound_at, seen_at = excluded.seen_at, state = 'bound', reason = '', ended_at = NULL
            """
        )
    }

    /// - Returns: whether it was bound.
    @discardableResult
    func unbindPush(_ unbinding: PushUnbinding) throws -> Bool {
        let forms = unbinding.token.map { [$0, PushChannel.apns.token($0) ?? $0] }
        let same: SQL = forms.map { "AND token IN (\(SQL.list($0)))" } ?? ""
        return try run(
            """
            UPDATE push_device SET state = 'unbound', reason = '', ended_at = \(unbinding.at)
            WHERE app_id = \(unbinding.app) AND device = \(unbinding.device) AND state = 'bound' \(same)
            """
        ) > 0
    }

    /// A token that a service says leads nowhere any more.
    /// - Parameter time: only if the device bound it before then, as the service's word is older than what the device said; nil for whenever it did.
    /// - Returns: whether a device had it.
    @discardableResult
    func dropPushToken(
        app: String,
        channel: PushChannel,
        token: String,
        reason: String,
        ifRegisteredBefore time: Date?,
        at now: Date
    ) throws -> Bool {
        let before: SQL = time.map { "AND bound_at < \($0)" } ?? ""
        return try run(
            """
            UPDATE push_device SET state = 'gone', reason = \(PushReason.shown(reason)), ended_at = \(now)
            WHERE app_id = \(app) AND channel = \(channel) AND token = \(token) AND state = 'bound' \(before)
            """
        ) > 0
    }

    /// Marks what a device says of a message, once. Of a delivery that was asked for and got no answer it is the proof that it was taken, so it
    /// counts too; whatever was never sent cannot have arrived. Opening or dismissing a message proves that it arrived, and counts so where nothing told of
    /// it before.
    /// - Returns: what is new.
    func markPushDelivery(_ report: PushReport) throws -> [PushTallyOutcome] {
        var new: [PushTallyOutcome] = []
        if try markPushDelivery(report, "arrived_at") { new.append(.arrived) }
        switch report.event {
        case .arrived: break
        case .opened: if try markPushDelivery(report, "opened_at") { new.append(.opened) }
        case .ignored: if try markPushDelivery(report, "ignored_at") { new.append(.ignored) }
        }
        return new
    }

    private func markPushDelivery(_ report: PushReport, _ column: SQL) throws -> Bool {
        try run(
            """
            UPDATE push_delivery SET \(column) = \(report.at)
            WHERE app_id = \(report.app) AND message_id = \(report.message) AND device = \(report.device) AND \(column) IS NULL
                AND state IN ('sending', 'sent', 'unknown')
            """
        ) > 0
    }
}

import Foundation
import Storage
import Web

extension Connection {
    /// In order of their making; there are at most ``AlertChannel/most``.
    func alertChannels(of app: String) throws -> [AlertChannel] {
        try all("\(Self.channelColumns) WHERE app_id = \(app) ORDER BY created_at, id", AlertChannel.init)
    }

    func alertChannel(_ app: String, _ id: String) throws -> AlertChannel? {
        try first("\(Self.channelColumns) WHERE app_id = \(app) AND id = \(id)", AlertChannel.init)
    }

    /// Of all apps, those that are told of what belongs to none.
    func wideAlertChannels() throws -> [(app: String, channel: AlertChannel)] {
        let ids = try all("SELECT app_id, id FROM alert_channel WHERE wide = 1 ORDER BY app_id, created_at, id LIMIT 100") {
            (app: try $0[0] as String, id: try $0[1] as String)
        }
        return try ids.compactMap { app, id in try alertChannel(app, id).map { (app, $0) } }
    }

    private static var channelColumns: SQL {
        """
        SELECT id, name, kind, language, address, has_secret, old_secret_until, enabled, changes, wide, created_at, created_by, changed_at
        FROM alert_channel
        """
    }

    func sealedAlertChannel(_ app: String, _ id: String) throws -> [UInt8]? {
        try value("SELECT sealed FROM alert_channel WHERE app_id = \(app) AND id = \(id)")
    }

    func insertAlertChannel(_ channel: AlertChannel, sealed: [UInt8], of app: String) throws {
        try run(
            """
            INSERT INTO alert_channel (app_id, id, name, kind, language, address, sealed, has_secret, old_secret_until, enabled, changes, wide,
                created_at, created_by, changed_at)
            VALUES (\(app), \(channel.id), \(channel.name), \(channel.kind), \(channel.language.rawValue), \(channel.address), \(sealed),
                \(channel.signed), \(channel.oldSecretUntil.value), \(channel.enabled),
                \(AlertChangeSet.text(channel.changes)), \(channel.wide), \(channel.createdAt), \(channel.createdBy), \(channel.changedAt))
            """
        )
    }

    func updateAlertChannel(_ channel: AlertChannel, sealed: [UInt8], of app: String) throws {
        try run(
            """
            UPDATE alert_channel SET name = \(channel.name), language = \(channel.language.rawValue), address = \(channel.address),
                sealed = \(sealed), has_secret = \(channel.signed), old_secret_until = \(channel.oldSecretUntil.value), enabled = \(channel.enabled),
                changes = \(AlertChangeSet.text(channel.changes)), wide = \(channel.wide), changed_at = \(channel.changedAt)
            WHERE app_id = \(app) AND id = \(channel.id)
            """
        )
    }

    func turnOffAlertChannel(_ app: String, _ id: String, at time: Date) throws {
        try run("UPDATE alert_channel SET enabled = 0, changed_at = \(time) WHERE app_id = \(app) AND id = \(id)")
    }

    /// Rules that told it go on without.
    func deleteAlertChannel(_ app: String, _ id: String) throws {
        try run("DELETE FROM alert_channel WHERE app_id = \(app) AND id = \(id)")
    }
}

extension AlertChannel {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row["id"],
            name: try row["name"],
            kind: try row["kind"],
            language: Language(rawValue: try row["language"]) ?? .chinese,
            address: try row["address"],
            signed: try row["has_secret"],
            oldSecretUntil: OrNull(try row["old_secret_until"]),
            enabled: try row["enabled"],
            changes: AlertChangeSet.read(try row["changes"]),
            wide: try row["wide"],
            createdAt: try row["created_at"],
            createdBy: try row["created_by"],
            changedAt: try row["changed_at"]
        )
    }
}

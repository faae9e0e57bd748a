import Signing
import Storage

/// What keeps those who add to an app's roll-ups from those who count them anew or delete them.
///
/// A group shares the app's row of `log_epoch` until it commits; a rebuild changes the row, so it waits for the groups under way, and those that
/// come wait for it. New sharers do not queue behind somebody who waits for the row (PostgreSQL's README.tuplock), so under load a rebuild would wait
/// for ever: it notes the app in `log_pause` first, and groups step aside.
extension Connection {
    /// Shares the epochs of apps until the transaction ends.
    /// - Returns: by app.
    /// - Throws: ``TelemetryPaused``.
    func share(_ apps: [String]) throws -> [String: String] {
        var epochs = try shared(apps)
        if epochs.count == apps.count { return epochs }
        let missing = apps.filter { epochs[$0] == nil }
        _ = try insertNew(missing.sorted().map { [.text($0), .text(Random.hex(8))] }, into: TelemetryTables.epoch)
        epochs = try shared(apps)
        guard epochs.count == apps.count else { throw TelemetryPaused() }
        return epochs
    }

    private func shared(_ apps: [String]) throws -> [String: String] {
        let rows = try all(
            """
            SELECT app_id, epoch FROM log_epoch
            WHERE app_id IN (\(SQL.list(apps))) AND NOT EXISTS (SELECT 1 FROM log_pause WHERE log_pause.app_id = log_epoch.app_id)
            ORDER BY app_id {for share}
            """
        ) { (try $0[0] as String, try $0[1] as String) }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// Takes an app's epoch alone until the transaction ends, and begins another one: what anybody remembers of the app's rows is void.
    func beginEpoch(_ app: String) throws {
        let epoch = Random.hex(8)
        _ = try insertNew([[.text(app), .text(epoch)]], into: TelemetryTables.epoch)
        try run("UPDATE log_epoch SET epoch = \(epoch) WHERE app_id = \(app)")
    }

    /// - Parameter milliseconds: after which the pause ends by itself, should whoever asked for it die.
    func pause(_ app: String, for milliseconds: Int) throws {
        let until = try now().milliseconds + milliseconds
        try run("INSERT INTO log_pause (app_id, until) VALUES (\(app), \(until)) ON CONFLICT (app_id) DO UPDATE SET until = excluded.until")
    }

    func endPause(_ app: String) throws {
        try run("DELETE FROM log_pause WHERE app_id = \(app)")
    }

    func endOldPauses() throws {
        try run("DELETE FROM log_pause WHERE until <= \(try now())")
    }
}

/// Somebody counts the app's lines anew: come again in a moment.
struct TelemetryPaused: Error {}

extension TelemetryTables {
    fileprivate static let epoch = BulkTable("log_epoch", [.init("app_id", .text), .init("epoch", .text)], key: ["app_id"], conflict: .keep)
}

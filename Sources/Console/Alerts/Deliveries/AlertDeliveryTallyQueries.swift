import Foundation
import Storage

extension Connection {
    /// Messages to channels that were given up since a time, of those that all may see who see the app.
    func failedAlertDeliveries(of apps: [String], since time: Date) throws -> [AppTally] {
        try tallies(
            """
            SELECT app_id, id, channel_name AS title, created_at AS at FROM alert_delivery
            WHERE app_id IN (\(SQL.list(apps))) AND created_at >= \(time) AND state = 'failed'
                AND readers = \(AlertReaders.viewers)
            """
        )
    }
}

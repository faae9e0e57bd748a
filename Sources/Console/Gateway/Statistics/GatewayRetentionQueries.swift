import Foundation
import Storage

/// Deleting what the gateway no longer keeps.
extension Connection {
    func allAppIDs() throws -> [String] {
        try all("SELECT id FROM app ORDER BY id") { try $0[0] }
    }

    /// At most `count` rows of each table.
    /// - Parameter day: since 1970 UTC.
    func deleteGatewayRows(of app: String, before day: Int, count: Int) throws {
        try run(
            """
            DELETE FROM gateway_minute WHERE app_id = \(app) AND (minute, operation, platform, version, status) IN (
                SELECT minute, operation, platform, version, status FROM gateway_minute
                WHERE app_id = \(app) AND minute < \(day * 1_440) LIMIT \(count)
            )
            """
        )
        try run(
            """
            DELETE FROM gateway_quarter WHERE app_id = \(app) AND (quarter, operation, platform, version, status) IN (
                SELECT quarter, operation, platform, version, status FROM gateway_quarter
                WHERE app_id = \(app) AND quarter < \(day * 96) LIMIT \(count)
            )
            """
        )
        try run(
            """
            DELETE FROM gateway_duration WHERE app_id = \(app) AND (quarter, operation, platform, version, part, bucket) IN (
                SELECT quarter, operation, platform, version, part, bucket FROM gateway_duration
                WHERE app_id = \(app) AND quarter < \(day * 96) LIMIT \(count)
            )
            """
        )
        try run("DELETE FROM gateway_old_secret WHERE app_id = \(app) AND day < \(day)")
    }

    func deleteGatewayBatches(before time: Date) throws {
        try run("DELETE FROM gateway_batch WHERE at < \(time)")
    }

    /// Deletes the oldest, at most `count` of them.
    /// - Parameter kept: how many of the latest stay.
    /// - Returns: how many it deleted.
    func deleteFailures(of app: String, but kept: Int, count: Int) throws -> Int {
        try run(
            """
            DELETE FROM gateway_failure WHERE app_id = \(app) AND (at, id) IN (
                SELECT at, id FROM gateway_failure WHERE app_id = \(app) ORDER BY at DESC, id DESC LIMIT \(count) OFFSET \(kept)
            )
            """
        )
    }

    func deleteGatewayStatistics(of app: String) throws {
        try run("DELETE FROM gateway_minute WHERE app_id = \(app)")
        try run("DELETE FROM gateway_quarter WHERE app_id = \(app)")
        try run("DELETE FROM gateway_duration WHERE app_id = \(app)")
        try run("DELETE FROM gateway_failure WHERE app_id = \(app)")
        try run("DELETE FROM gateway_old_secret WHERE app_id = \(app)")
    }
}

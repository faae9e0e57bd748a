import Foundation
import Storage

extension Connection {
    /// The last of so many devices behind one, all of one app; nil where none is left.
    func pushDevice(behind last: PushDeviceKey, by count: Int) throws -> PushDeviceKey? {
        let next = try first(
            "SELECT app_id, device FROM push_device WHERE (app_id, device) > (\(last.app), \(last.device)) ORDER BY app_id, device LIMIT 1"
        ) { PushDeviceKey(app: try $0[0], device: try $0[1]) }
        guard let next else { return nil }
        let devices = try all(
            "SELECT device FROM push_device WHERE app_id = \(next.app) AND device >= \(next.device) ORDER BY device LIMIT \(count)"
        ) { try $0[0] as String }
        return PushDeviceKey(app: next.app, device: devices.last ?? next.device)
    }

    /// Takes over what log lines told of bound devices. Rows that would only be an hour newer stay as they are: writing them is dearer than knowing
    /// it. A line's time is that of the device's clock, so what lies in the future counts as now.
    func refreshPushDevices(app: String, after first: String, through last: String, at now: Date) throws {
        func told(_ column: SQL) -> SQL { "CASE WHEN known.\(column) = '' THEN push_device.\(column) ELSE known.\(column) END" }
        try run(
            """
            UPDATE push_device SET
                seen_at = CASE WHEN known.last_time > \(now) THEN \(now) ELSE known.last_time END,
                version = \(told("version")), model = \(told("model")), os_version = \(told("os_version"))
            FROM device known
            WHERE push_device.app_id = \(app) AND push_device.device > \(first) AND push_device.device <= \(last) AND push_device.state = 'bound'
                AND known.app_id = push_device.app_id AND known.platform = push_device.platform AND known.device = push_device.device
                AND known.last_time > push_device.seen_at + 3600000 AND push_device.seen_at < \(now.addingTimeInterval(-3_600))
            """
        )
    }

    /// The apps are named for the indexes, which begin with them.
    /// - Returns: how many were not heard of for too long.
    func endSilentPushDevices(at now: Date, limit: Int) throws -> Int {
        let end = now.addingTimeInterval(-PushDeviceLimits.silence)
        return try run(
            """
            UPDATE push_device SET state = 'gone', reason = \(PushGone.silent.rawValue), ended_at = \(now)
            WHERE (app_id, device) IN (
                SELECT app_id, device FROM push_device
                WHERE app_id IN (SELECT id FROM app) AND state = 'bound' AND seen_at < \(end) LIMIT \(limit)
            )
            """
        )
    }

    /// - Returns: how many had ended long ago.
    func deletePushDevices(at now: Date, limit: Int) throws -> Int {
        let end = now.addingTimeInterval(-PushDeviceLimits.memory)
        return try run(
            """
            DELETE FROM push_device WHERE (app_id, device) IN (
                SELECT app_id, device FROM push_device
                WHERE app_id IN (SELECT id FROM app) AND state <> 'bound' AND ended_at < \(end) LIMIT \(limit)
            )
            """
        )
    }
}

import Storage

/// Adding to roll-ups. Keys are written in ascending order, so that two writers on one server engine cannot wait for each other.
extension Connection {
    func add(_ totals: TelemetryTotals, app: String, _ platform: Platform) throws {
        try addMinutes(totals.minutes, app, platform)
        try addQuarters(totals.quarters, app, platform)
        try addStartups(totals.startups, app, platform)
        try addCalls(totals.calls, app, platform)
        try addDevices(totals.devices, app, platform)
        try addQuarantineDays(totals.quarantine, app, platform)
    }

    private func addMinutes(_ minutes: [TelemetryTotals.Minute: TelemetryTotals.Activity], _ app: String, _ platform: Platform) throws {
        let upsert = try prepare(
            """
            INSERT INTO activity_minute (app_id, minute, platform, version, actives, crashes) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (app_id, minute, platform, version) DO UPDATE SET
            actives = activity_minute.actives + excluded.actives, crashes = activity_minute.crashes + excluded.crashes
            """
        )
        for (key, count) in minutes.sorted(by: { $0.key < $1.key }) {
            try upsert.run(app, key.minute, platform, key.version, count.actives, count.crashes)
        }
    }

    private func addQuarters(_ quarters: [TelemetryTotals.Minute: TelemetryTotals.Activity], _ app: String, _ platform: Platform) throws {
        let upsert = try prepare(
            """
            INSERT INTO activity_quarter (app_id, quarter, platform, version, actives, crashes) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (app_id, quarter, platform, version) DO UPDATE SET
            actives = activity_quarter.actives + excluded.actives, crashes = activity_quarter.crashes + excluded.crashes
            """
        )
        for (key, count) in quarters.sorted(by: { $0.key < $1.key }) {
            try upsert.run(app, key.minute, platform, key.version, count.actives, count.crashes)
        }
    }

    private func addStartups(_ startups: [TelemetryTotals.Startup: TelemetryHistogram], _ app: String, _ platform: Platform) throws {
        guard !startups.isEmpty else { return }
        let upsert = try prepare(
            """
            INSERT INTO startup_quarter (app_id, quarter, platform, version, first_start, bucket, starts) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (app_id, quarter, platform, version, first_start, bucket) DO UPDATE SET
            starts = startup_quarter.starts + excluded.starts
            """
        )
        for (key, durations) in startups.sorted(by: { $0.key < $1.key }) {
            for (bucket, count) in durations.buckets { try upsert.run(app, key.quarter, platform, key.version, key.isFirst, bucket, count) }
        }
    }

    private func addCalls(_ calls: [TelemetryTotals.Call: TelemetryTotals.Calls], _ app: String, _ platform: Platform) throws {
        guard !calls.isEmpty else { return }
        let upsert = try prepare(
            """
            INSERT INTO rpc_quarter (
                app_id, quarter, platform, version, operation, calls, errors, milliseconds, request_bytes, response_bytes
            ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (app_id, quarter, platform, version, operation) DO UPDATE SET
            calls = rpc_quarter.calls + excluded.calls, errors = rpc_quarter.errors + excluded.errors,
            milliseconds = rpc_quarter.milliseconds + excluded.milliseconds,
            request_bytes = rpc_quarter.request_bytes + excluded.request_bytes,
            response_bytes = rpc_quarter.response_bytes + excluded.response_bytes
            """
        )
        for (key, sum) in calls.sorted(by: { $0.key < $1.key }) {
            try upsert.run(
                app,
                key.quarter,
                platform,
                key.version,
                key.operation,
                sum.calls,
                sum.errors,
                sum.milliseconds,
                sum.requestBytes,
                sum.responseBytes
            )
            try addDurations(key, sum.durations, app, platform)
        }
    }

    private func addDurations(_ key: TelemetryTotals.Call, _ durations: TelemetryHistogram, _ app: String, _ platform: Platform) throws {
        let upsert = try prepare(
            """
            INSERT INTO rpc_duration (app_id, quarter, platform, version, operation, bucket, calls) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (app_id, quarter, platform, version, operation, bucket) DO UPDATE SET
            calls = rpc_duration.calls + excluded.calls
            """
        )
        for (bucket, count) in durations.buckets { try upsert.run(app, key.quarter, platform, key.version, key.operation, bucket, count) }
    }

    private func addDevices(_ devices: [String: TelemetryTotals.Device], _ app: String, _ platform: Platform) throws {
        guard !devices.isEmpty else { return }
        let upsert = try prepare(
            """
            INSERT INTO device (
                app_id, platform, device, first_day, last_day, last_time, version, user_id, model, os_version, channel
            ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (app_id, platform, device) DO UPDATE SET
            last_day = excluded.last_day, last_time = excluded.last_time, version = excluded.version, user_id = excluded.user_id,
            model = excluded.model, os_version = excluded.os_version, channel = excluded.channel
            WHERE excluded.last_time >= device.last_time
            """
        )
        for (id, device) in devices.sorted(by: { $0.key < $1.key }) {
            let row = device.row
            try upsert.run(
                app,
                platform,
                id,
                device.firstDay,
                device.lastDay,
                row.newest,
                row.version,
                row.user,
                row.model,
                row.osVersion,
                row.channel
            )
        }
    }

    private func addQuarantineDays(_ days: [TelemetryTotals.Quarantine: Int], _ app: String, _ platform: Platform) throws {
        guard !days.isEmpty else { return }
        let upsert = try prepare(
            """
            INSERT INTO quarantine_day (app_id, day, platform, reason, lines) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (app_id, day, platform, reason) DO UPDATE SET lines = quarantine_day.lines + excluded.lines
            """
        )
        for (key, lines) in days.sorted(by: { $0.key < $1.key }) { try upsert.run(app, key.day, platform, key.reason, lines) }
    }
}

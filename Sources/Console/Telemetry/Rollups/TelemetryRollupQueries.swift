import Storage

/// Adding to roll-ups: many uploads raise the same rows.
extension Connection {
    func add(_ totals: TelemetryOwnedTotals) throws {
        try add(totals.rows { $1.quarantineRows($0) }, to: TelemetryTables.quarantineDay)
        try add(totals.rows { $1.startupRows($0) }, to: TelemetryTables.startup)
        try add(totals.rows { $1.callRows($0) }, to: TelemetryTables.call)
        try add(totals.rows { $1.durationRows($0) }, to: TelemetryTables.duration)
        try addSessions(totals)
        try add(totals.rows { $1.activityRows($0, $1.minutes) }, to: TelemetryTables.minute)
        try add(totals.rows { $1.activityRows($0, $1.quarters) }, to: TelemetryTables.quarter)
    }
}

extension TelemetryTotals {
    fileprivate func activityRows(_ owner: TelemetryOwner, _ activity: [Minute: Activity]) -> [[SQLValue]] {
        activity.sorted { $0.key < $1.key }.map { key, count in
            [
                .text(owner.app), .integer(key.minute), .text(owner.platform), .text(key.version), .integer(count.actives), .integer(count.crashes),
            ]
        }
    }

    fileprivate func startupRows(_ owner: TelemetryOwner) -> [[SQLValue]] {
        startups.sorted { $0.key < $1.key }.flatMap { key, durations in
            durations.buckets.map { bucket, count in
                [
                    .text(owner.app), .integer(key.quarter), .text(owner.platform), .text(key.version), .integer(key.isFirst ? 1 : 0),
                    .integer(bucket), .integer(count),
                ]
            }
        }
    }

    fileprivate func callRows(_ owner: TelemetryOwner) -> [[SQLValue]] {
        calls.sorted { $0.key < $1.key }.map { key, sum in
            [
                .text(owner.app), .integer(key.quarter), .text(owner.platform), .text(key.version), .text(key.operation), .integer(sum.calls),
                .integer(sum.errors), .integer(sum.milliseconds), .integer(sum.requestBytes), .integer(sum.responseBytes),
            ]
        }
    }

    fileprivate func durationRows(_ owner: TelemetryOwner) -> [[SQLValue]] {
        calls.sorted { $0.key < $1.key }.flatMap { key, sum in
            sum.durations.buckets.map { bucket, count in
                [
                    .text(owner.app), .integer(key.quarter), .text(owner.platform), .text(key.version), .text(key.operation), .integer(bucket),
                    .integer(count),
                ]
            }
        }
    }

    fileprivate func quarantineRows(_ owner: TelemetryOwner) -> [[SQLValue]] {
        quarantine.sorted { $0.key < $1.key }.map { key, lines in
            [.text(owner.app), .integer(key.day), .text(owner.platform), .text(key.reason), .integer(lines)]
        }
    }
}

extension TelemetryTables {
    fileprivate static let minute = activity("activity_minute", "minute")
    fileprivate static let quarter = activity("activity_quarter", "quarter")

    private static func activity(_ name: String, _ time: String) -> BulkTable {
        BulkTable(
            name,
            [
                .init("app_id", .text), .init(time, .integer), .init("platform", .text), .init("version", .text), .init("actives", .integer),
                .init("crashes", .integer),
            ],
            key: ["app_id", time, "platform", "version"],
            conflict: .add(["actives", "crashes"])
        )
    }

    fileprivate static let startup = BulkTable(
        "startup_quarter",
        [
            .init("app_id", .text), .init("quarter", .integer), .init("platform", .text), .init("version", .text), .init("first_start", .integer),
            .init("bucket", .integer), .init("starts", .integer),
        ],
        key: ["app_id", "quarter", "platform", "version", "first_start", "bucket"],
        conflict: .add(["starts"])
    )

    fileprivate static let call = BulkTable(
        "rpc_quarter",
        [
            .init("app_id", .text), .init("quarter", .integer), .init("platform", .text), .init("version", .text), .init("operation", .text),
            .init("calls", .integer), .init("errors", .integer), .init("milliseconds", .integer), .init("request_bytes", .integer),
            .init("response_bytes", .integer),
        ],
        key: ["app_id", "quarter", "platform", "version", "operation"],
        conflict: .add(["calls", "errors", "milliseconds", "request_bytes", "response_bytes"])
    )

    fileprivate static let duration = BulkTable(
        "rpc_duration",
        [
            .init("app_id", .text), .init("quarter", .integer), .init("platform", .text), .init("version", .text), .init("operation", .text),
            .init("bucket", .integer), .init("calls", .integer),
        ],
        key: ["app_id", "quarter", "platform", "version", "operation", "bucket"],
        conflict: .add(["calls"])
    )

    fileprivate static let quarantineDay = BulkTable(
        "quarantine_day",
        [.init("app_id", .text), .init("day", .integer), .init("platform", .text), .init("reason", .text), .init("lines", .integer)],
        key: ["app_id", "day", "platform", "reason"],
        conflict: .add(["lines"])
    )
}

import Storage

extension Connection {
    /// Of uploads that just came; a backfill of old lines says nothing of how late others are.
    func addArrivals(_ entries: [TelemetryEntry]) throws {
        var lines: [TelemetryArrivalKey: Int] = [:]
        for entry in entries where entry.isLive {
            let hour = entry.upload.receivedAt / 3_600_000
            for minute in entry.reduction.minutes {
                let seconds = entry.upload.receivedAt / 1_000 - minute.minute * 60 - 30
                let key = TelemetryArrivalKey(entry.app, hour, entry.platform, TelemetryArrivals.bucket(of: seconds))
                lines[key, default: 0] += minute.lines
            }
        }
        try add(lines.map { $0.key.row + [.integer($0.value)] }, to: TelemetryTables.arrival)
    }

    /// Lines by bucket that arrived since an hour of UTC, counted from 1970.
    /// - Parameter platform: nil for all.
    func arrivals(of app: String, _ platform: Platform?, since hour: Int) throws -> [Int: Int] {
        let condition: SQL = platform.map { "platform = \($0)" } ?? "1 = 1"
        let rows = try all(
            """
            SELECT bucket, CAST(sum(lines) AS BIGINT) FROM arrival_lag WHERE app_id = \(app) AND hour >= \(hour) AND \(condition) GROUP BY bucket
            """
        ) { (try $0[0] as Int, try $0[1] as Int) }
        return Dictionary(uniqueKeysWithValues: rows)
    }
}

private struct TelemetryArrivalKey: Hashable {
    let app: String
    let hour: Int
    let platform: Platform
    let bucket: Int

    init(_ app: String, _ hour: Int, _ platform: Platform, _ bucket: Int) {
        (self.app, self.hour, self.platform, self.bucket) = (app, hour, platform, bucket)
    }

    var row: [SQLValue] { [.text(app), .integer(hour), .text(platform), .integer(bucket)] }
}

extension TelemetryTables {
    fileprivate static let arrival = BulkTable(
        "arrival_lag",
        [.init("app_id", .text), .init("hour", .integer), .init("platform", .text), .init("bucket", .integer), .init("lines", .integer)],
        key: ["app_id", "hour", "platform", "bucket"],
        conflict: .add(["lines"])
    )
}

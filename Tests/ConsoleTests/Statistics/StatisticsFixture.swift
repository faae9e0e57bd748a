import Foundation
import Storage
import TestSupport

@testable import Console

/// Roll-ups on a database of their own, for one app without logs.
final class StatisticsFixture: Sendable {
    let database: Database
    let statistics: Statistics
    private let directory: String

    init() async throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "statistics-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        database = try await TestDatabase.open(in: directory)
        statistics = Statistics(database: database)
    }

    deinit {
        try? database.close()
        TestDatabase.remove(directory)
    }

    static let filter = StatisticsFilter(app: "demo")

    /// - Parameter zone: of the range and its days.
    static func range(_ from: String, _ to: String, _ step: StatisticsStep, zone: String = "Asia/Shanghai") throws -> StatisticsRange {
        let now = Date(timeIntervalSince1970: 1_795_228_800)
        return try StatisticsRange(.init(from: from, to: to, step: step), zone: TimeZone(identifier: zone) ?? .gmt, now: now)
    }

    static func time(_ text: String) throws -> Int {
        guard case .exact(let date) = Moment(text) else { throw CocoaError(.formatting) }
        return Int(date.timeIntervalSince1970)
    }
}

extension Connection {
    /// Counts crashes and active reports of a minute, in both roll-ups, as the ledger does.
    func count(
        _ time: Int,
        crashes: Int = 0,
        actives: Int = 0,
        platform: String = "ios",
        version: String = "1.0",
        app: String = "demo"
    ) throws {
        for (table, column, row) in [("activity_minute", "minute", time / 60), ("activity_quarter", "quarter", time / 900)] {
            try run(
                """
                INSERT INTO \(SQL(trusted: table)) (app_id, \(SQL(trusted: column)), platform, version, actives, crashes)
                VALUES (\(app), \(row), \(platform), \(version), \(actives), \(crashes))
                ON CONFLICT (app_id, \(SQL(trusted: column)), platform, version) DO UPDATE SET
                actives = \(SQL(trusted: table)).actives + excluded.actives, crashes = \(SQL(trusted: table)).crashes + excluded.crashes
                """
            )
        }
    }
}

extension Database {
    func count(
        _ time: Int,
        crashes: Int = 0,
        actives: Int = 0,
        platform: String = "ios",
        version: String = "1.0",
        app: String = "demo"
    ) async throws {
        try await write { try $0.count(time, crashes: crashes, actives: actives, platform: platform, version: version, app: app) }
    }

    func crash(_ time: Int, device: String, user: String = "", platform: String = "ios", version: String = "1.0", app: String = "demo") async throws {
        try await count(time, crashes: 1, platform: platform, version: version, app: app)
        try await write { connection in
            try connection.run(
                """
                INSERT INTO crash (app_id, id, time, platform, version, device, user_id, model, os_version, network, channel, hotpatch, page, process,
                    thread, kind, title, culprit, fingerprint, report)
                VALUES (\(app), \(UUID().uuidString), \(time * 1_000), \(platform), \(version), \(device), \(user), '', '', '', '', '', '', '', '',
                    '', '', '', '', \([UInt8]()))
                """
            )
        }
    }

    /// - Parameter day: counted from 1970-01-01.
    func audience(_ day: Int, devices: Int, new: Int = 0, users: Int = 0, platform: String = "ios", version: String = "") async throws {
        try await write { connection in
            try connection.run(
                """
                INSERT INTO audience_day (app_id, day, platform, version, devices, new_devices, users)
                VALUES ('demo', \(day), \(platform), \(version), \(devices), \(new), \(users))
                """
            )
        }
    }

    func start(_ time: Int, milliseconds: Int, count: Int = 1, first: Bool = false, version: String = "1.0") async throws {
        let bucket = TelemetryHistogram.bucket(of: milliseconds)
        try await write { connection in
            try connection.run(
                """
                INSERT INTO startup_quarter (app_id, quarter, platform, version, first_start, bucket, starts)
                VALUES ('demo', \(time / 900), 'ios', \(version), \(first), \(bucket), \(count))
                """
            )
        }
    }

    /// Calls that all took equally long.
    func call(_ operation: String, _ time: Int, calls: Int, errors: Int = 0, milliseconds: Int, bytes: Int = 0) async throws {
        let bucket = TelemetryHistogram.bucket(of: milliseconds)
        try await write { connection in
            try connection.run(
                """
                INSERT INTO rpc_quarter (app_id, quarter, platform, version, operation, calls, errors, milliseconds, request_bytes, response_bytes)
                VALUES ('demo', \(time / 900), 'ios', '1.0', \(operation), \(calls), \(errors), \(calls * milliseconds), \(bytes), \(bytes))
                """
            )
            try connection.run(
                """
                INSERT INTO rpc_duration (app_id, quarter, platform, version, operation, bucket, calls)
                VALUES ('demo', \(time / 900), 'ios', '1.0', \(operation), \(bucket), \(calls))
                """
            )
        }
    }
}

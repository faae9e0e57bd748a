import Foundation
import Storage
import TestSupport

@testable import Console

extension GatewayRecord {
    /// A call as tests want one.
    static func made(
        app: String = "demo",
        platform: Platform = .ios,
        version: String = "1.0",
        device: String = "d1",
        operation: String = "com.example.order.list",
        status: GatewayStatus = .ok,
        reason: String = "",
        at: Date = Date(timeIntervalSince1970: 1_795_228_800),
        gateway: Int = 300,
        upstream: Int? = nil,
        request: Int = 100,
        response: Int = 200,
        oldSecret: Bool = false
    ) -> GatewayRecord {
        GatewayRecord(
            app: app,
            platform: platform,
            version: version,
            device: device,
            operation: operation,
            status: status,
            reason: reason,
            at: at,
            gatewayMicroseconds: gateway,
            upstreamMicroseconds: upstream,
            requestBytes: request,
            responseBytes: response,
            usedOldSecret: oldSecret
        )
    }
}

/// The gateway's figures and settings on a database of their own, with one app `demo`.
final class GatewayRoom: Sendable {
    let database: Database
    let statistics: GatewayStatistics
    let setup: GatewaySetup
    let index = GatewayIndex()
    private let directory: String

    /// Names of the console's own.
    static let builtIn: Set<String> = ["alipay.client.updateVersion", "mpaas.badge.pull"]
    static let now = Date(timeIntervalSince1970: 1_795_228_800)
    static let filter = StatisticsFilter(app: "demo")

    init(now: Date = GatewayRoom.now) async throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "gateway-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        database = try await TestDatabase.open(in: directory)
        let clock = Clock { now }
        statistics = GatewayStatistics(database: database, clock: clock)
        setup = GatewaySetup(database: database, audit: Audit(clock: clock), clock: clock, index: index, builtIn: Self.builtIn)
        try await makeApp("demo")
    }

    deinit {
        try? database.close()
        TestDatabase.remove(directory)
    }

    func makeApp(_ id: String) async throws {
        try await database.write { connection in
            try connection.run("INSERT INTO app (id, name, english_name, zone, created_at) VALUES (\(id), \(id), \(id), 'Asia/Shanghai', 0)")
        }
    }

    func archive(_ id: String) async throws {
        try await database.write { try $0.run("UPDATE app SET archived_at = 1 WHERE id = \(id)") }
    }

    func add(_ records: GatewayRecord...) {
        for record in records { statistics.tally.add(record) }
    }

    func count(_ sql: SQL) async throws -> Int {
        try await database.read { try $0.value(sql) ?? 0 }
    }

    /// - Parameter words: as in `StatisticsRange.Words`.
    static func range(_ from: String = "-1h", _ step: StatisticsStep = .minute) throws -> StatisticsRange {
        try StatisticsRange(.init(from: from, step: step), zone: .gmt, now: now)
    }
}

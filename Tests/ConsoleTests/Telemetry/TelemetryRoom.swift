import Foundation
import Gzip
import Storage
import TestSupport

@testable import Console

/// The telemetry of one app on a new database, with a clock that stands a minute behind the lines of `TelemetryLines`.
struct TelemetryRoom: Sendable {
    static let app = "demo"

    let telemetry: Telemetry
    let database: Database
    let clock: TestClock
    let directory: String
    private let index = AppIndex()

    static func run(_ test: @Sendable (TelemetryRoom) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "telemetry-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let room = try TelemetryRoom(directory: directory, clock: TestClock(Date(timeIntervalSince1970: Double(TelemetryLines.noon) / 1_000 + 60)))
        try await room.database.migrate(Schema.migrations)
        try await test(room)
    }

    private init(directory: String, clock: TestClock) throws {
        self.directory = directory
        self.clock = clock
        database = try Database(path: "\(directory)/console.sqlite")
        index.replace([Self.demo], edition: index.nextEdition())
        telemetry = try Telemetry(
            database: database,
            directory: "\(directory)/segments",
            index: index,
            audit: Audit(clock: clock.clock),
            clock: clock.clock
        )
    }

    /// The same directory opened anew, as by the next process.
    func restarted() throws -> TelemetryRoom {
        try TelemetryRoom(directory: directory, clock: clock)
    }

    private static let demo = App(
        id: app,
        name: "Demo",
        englishName: "Demo",
        createdAt: Date(timeIntervalSince1970: 0),
        platforms: [
            AppPlatform(
                platform: .ios,
                appKey: "DEMO_IOS",
                workspaceId: "0000017768",
                logProductId: TelemetryLines.product,
                bundleId: "",
                repositoryType: "",
                repositoryAddress: "",
                oldSecretUntil: nil
            )
        ],
        zone: "Asia/Shanghai",
        archivedAt: nil,
        demo: false
    )

    var door: AppDoor { index.door(productID: TelemetryLines.product)! }

    @discardableResult
    func send(
        _ lines: [String],
        id: String? = nil,
        device: String? = nil,
        version: String? = nil,
        timeZone: String? = nil,
        packed: Bool = false
    ) async throws -> TelemetryReceipt {
        let text = Array(lines.joined(separator: "\n").utf8)
        return try await telemetry.receive(
            TelemetryDelivery(
                door: door,
                batchID: id,
                version: version,
                device: device,
                timeZone: timeZone,
                receivedAt: clock.now,
                body: packed ? try Gzip.compress(text) : text,
                isPacked: packed
            )
        )
    }

    func count(_ sql: SQL) async throws -> Int {
        try await database.read { try $0.value(sql) ?? 0 }
    }

    var actives: Int { get async throws { try await count("SELECT CAST(COALESCE(SUM(actives), 0) AS INTEGER) FROM activity_minute") } }

    /// Every derived table, row by row, as text.
    func derived() async throws -> [String: [String]] {
        let tables = [
            "activity_minute", "activity_quarter", "audience_day", "device", "device_day", "user_day", "crash", "startup_quarter", "rpc_quarter",
            "rpc_duration", "quarantine", "quarantine_day",
        ]
        return try await database.read { connection in
            try tables.reduce(into: [:]) { all, table in
                let columns = try connection.all("SELECT name FROM pragma_table_info(\(table)) ORDER BY cid") { try $0[0] as String }
                let row = columns.map { "quote(\($0))" }.joined(separator: " || ' ' || ")
                all[table] = try connection.all(SQL(trusted: "SELECT \(row) FROM \(table) ORDER BY 1")) { try $0[0] }
            }
        }
    }

    /// What `zcat` says of the app's segments.
    func unpackedSegments() throws -> String {
        let folder = "\(directory)/segments/\(Self.app)"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["zcat"] + (try FileManager.default.contentsOfDirectory(atPath: folder)).sorted().map { "\(folder)/\($0)" }
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw TestFailure("zcat: \(process.terminationStatus)") }
        return String(decoding: data, as: UTF8.self)
    }
}

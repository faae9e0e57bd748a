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
    let blobs: TestBlobs
    private let keeps: Raw
    private let index = AppIndex()

    /// Where bodies are kept; both ways work on both engines.
    enum Raw {
        case files
        case chunks

        /// As the console chooses.
        static var usual: Raw { TestDatabase.isPostgres ? .chunks : .files }
    }

    static func run(_ raw: Raw = .usual, _ test: @Sendable (TelemetryRoom) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "telemetry-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { TestDatabase.remove(directory) }
        let clock = TestClock(Date(timeIntervalSince1970: Double(TelemetryLines.noon) / 1_000 + 60))
        let database = try await TestDatabase.open(in: directory)
        try await test(TelemetryRoom(raw, database, directory, clock, TestBlobs(DirectoryBlobs(directory: "\(directory)/objects"))))
    }

    private init(_ raw: Raw, _ database: Database, _ directory: String, _ clock: TestClock, _ blobs: TestBlobs) throws {
        self.directory = directory
        self.clock = clock
        self.database = database
        self.blobs = blobs
        keeps = raw
        index.replace([Self.demo], at: 0)
        telemetry = Telemetry(
            database: database,
            raw: raw == .files ? try TelemetrySegments(directory: "\(directory)/segments") : TelemetryChunks(database: database, blobs: blobs),
            blobs: blobs,
            index: index,
            audit: Audit(clock: clock.clock),
            clock: clock.clock
        )
    }

    /// The same database opened anew, as by the next process, or by another node.
    func restarted() async throws -> TelemetryRoom {
        try TelemetryRoom(keeps, try await TestDatabase.open(in: directory), directory, clock, blobs)
    }

    /// Another node at the same time. SQLite has one process at a time, so there it shares the database's writer.
    func anotherNode() async throws -> TelemetryRoom {
        try TelemetryRoom(keeps, TestDatabase.isPostgres ? try await TestDatabase.open(in: directory) : database, directory, clock, blobs)
    }

    static let demo = App(
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
            "rpc_duration", "quarantine", "quarantine_day", "session_hour", "session_device_day",
        ]
        return try await database.read { connection in
            let shapes = try connection.tables().filter { tables.contains($0.name) }
            return try shapes.reduce(into: [:]) { all, table in
                let columns = table.columns.map(\.name)
                let rows = try connection.all(SQL(trusted: "SELECT \(columns.joined(separator: ", ")) FROM \(table.name)")) { row in
                    try columns.map { "\($0) \(try row[$0] as SQLValue)" }.joined(separator: ", ")
                }
                all[table.name] = rows.sorted()
            }
        }
    }

    /// What `zcat` says of all that is kept raw, file by file or chunk by chunk.
    func unpackedRaw() async throws -> String {
        switch keeps {
        case .files:
            let folder = "\(directory)/segments/\(Self.app)"
            return try await zcat(FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { "\(folder)/\($0)" })
        case .chunks:
            let keys = try await database.read { connection in
                try connection.all("SELECT day, id FROM log_chunk WHERE app_id = \(Self.app) ORDER BY day, id") {
                    TelemetryChunkKey(TelemetrySegment(app: Self.app, day: try $0[0]), id: try $0[1])
                }
            }
            var bytes: [UInt8] = []
            for key in keys { bytes += try await packed(key) }
            try Data(bytes).write(to: URL(fileURLWithPath: "\(directory)/raw.gz"))
            return try await zcat(["\(directory)/raw.gz"])
        }
    }

    private func packed(_ key: TelemetryChunkKey) async throws -> [UInt8] {
        let length = try await database.read { connection in
            try connection.value(
                "SELECT length FROM log_chunk WHERE app_id = \(key.segment.app) AND day = \(key.segment.day) AND id = \(key.id)",
                as: Int.self
            )
        }
        guard let length, let place = try await database.read({ try $0.place(of: key) }) else { throw TestFailure("no chunk \(key.id)") }
        switch place {
        case .row(let bytes): return bytes
        case .object(let object): return try await blobs.read(object.blob, object.position..<object.position + length)
        }
    }

    /// The files of raw lines.
    func files() throws -> [String] {
        let folder = "\(directory)/segments/\(Self.app)"
        return FileManager.default.fileExists(atPath: folder) ? try FileManager.default.contentsOfDirectory(atPath: folder) : []
    }

    /// What `zcat` says of files. It is waited for on a thread of its own: those of tasks are few.
    func zcat(_ files: [String]) async throws -> String {
        try await withCheckedThrowingContinuation { answer in
            DispatchQueue.global().async { answer.resume(with: Result { try Self.output(of: ["zcat"] + files) }) }
        }
    }

    private static func output(of command: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw TestFailure("\(command[0]): \(process.terminationStatus)") }
        return String(decoding: data, as: UTF8.self)
    }
}

import Foundation
import Storage
import TestSupport

@testable import Console

/// An installation in a directory of its own that has a key, settings, objects and raw lines, on the engine of the run.
struct MovingRoom: Sendable {
    let telemetry: TelemetryRoom
    let settings: Settings

    static func run(_ test: @Sendable (MovingRoom) async throws -> Void) async throws {
        try await TelemetryRoom.run { telemetry in
            let room = MovingRoom(telemetry: telemetry, settings: try await settings(telemetry.directory, TestDatabase.url(of: telemetry.directory)))
            _ = try await NodeInstallation.key(at: room.settings.keyFile, of: room.database)
            _ = try await telemetry.blobs.put(Array("an object".utf8))
            try await test(room)
        }
    }

    static func settings(_ directory: String, _ database: String? = nil) throws -> Settings {
        try Settings(flags: ["data": directory, "home": TestConsole.home, "database": database].compactMapValues { $0 }, environment: [:])
    }

    var database: Database { telemetry.database }
    var directory: String { telemetry.directory }

    /// Another empty directory.
    func other(_ name: String) -> String { "\(directory)/\(name)" }

    /// An upload of a few lines that nothing else has.
    @discardableResult
    func send(_ number: Int) async throws -> TelemetryReceipt {
        try await telemetry.send(
            [TelemetryLines.behaviour([25: "device\(number)"]), TelemetryLines.performance([23: "device\(number)"]), "no line \(number)"],
            id: "batch\(number)"
        )
    }

    @discardableResult
    func backUp(_ name: String = "backup", withKey: Bool = false, withoutObjects: Bool = false) async throws -> String {
        let order = MovingBackupOrder(path: other(name), withKey: withKey, withoutObjects: withoutObjects)
        let backup = MovingBackup(
            database: database,
            blobs: telemetry.blobs,
            settings: settings,
            order: order,
            progress: MovingProgress(),
            clock: telemetry.clock.clock
        )
        return try await backup.run().path
    }

    @discardableResult
    func restore(_ backup: String, into settings: Settings, replaces: Bool = false) async throws -> MovingRestoreReport {
        try await MovingRestore(settings: settings, backup: backup, replaces: replaces, progress: MovingProgress()).run()
    }

    /// What a database holds, table by table.
    static func sums(_ database: Database, without left: Set<String> = []) async throws -> [String: MovingSum] {
        let tables = try MovingTables(try await database.read { try $0.tables() }).all.filter { !left.contains($0.name) }.map(\.arranged)
        return try await MovingCopy.sums(of: tables, in: database, MovingProgress())
    }

    /// Tables that name raw lines, which differ between files and chunks.
    static let lines: Set = ["log_batch", "log_chunk", "log_object", "log_scrub", "log_segment", "log_unindexed"]

    /// Counts everything anew from raw lines: succeeds only when all of them are there.
    static func rebuilt(_ database: Database, _ settings: Settings) async throws -> [String: MovingSum] {
        let blobs = try settings.openBlobs()
        let raw = try Telemetry.raw(for: database, directory: "\(settings.data)/segments", blobs: blobs)
        let index = AppIndex()
        index.replace([TelemetryRoom.demo], at: 0)
        let telemetry = Telemetry(database: database, raw: raw, blobs: blobs, index: index, audit: Audit(clock: .system), clock: .system)
        try await telemetry.rebuild(app: TelemetryRoom.app)
        return try await sums(database, without: lines.union(["log_epoch"]))
    }
}

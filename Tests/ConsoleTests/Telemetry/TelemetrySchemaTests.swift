import Foundation
import TestSupport
import Testing

@testable import Console
@testable import Storage

/// What lets telemetry be spread over many servers.
@Suite struct TelemetrySchemaTests {
    private static let tables: Set = [
        "log_batch", "log_batch_key", "log_segment", "log_chunk", "log_object", "log_horizon", "log_epoch", "log_pause", "log_setting",
        "activity_minute", "activity_quarter", "audience_day", "device", "device_day", "user_day", "crash", "startup_quarter", "rpc_quarter",
        "rpc_duration", "quarantine", "quarantine_day",
    ]

    @Test func everyKeyLeadsWithTheAppAndNothingRefersToOtherTables() async throws {
        try await TelemetryRoom.run { room in
            let shapes = try await room.database.read { try $0.tables() }.filter { Self.tables.contains($0.name) }
            #expect(Set(shapes.map(\.name)) == Self.tables)
            for shape in shapes {
                #expect(shape.key.first == "app_id", "\(shape.name)")
                #expect(shape.references.isEmpty, "\(shape.name)")
            }
        }
    }

    @Test func noKeyComesFromASequence() {
        for migration in [Schema.telemetry, Schema.logChunks] {
            let words = migration.text.uppercased().split { !$0.isLetter }.map(String.init)
            #expect(Set(words).isDisjoint(with: ["SERIAL", "BIGSERIAL", "SEQUENCE", "IDENTITY", "AUTOINCREMENT"]))
        }
    }

    @Test func tablesByDayAreKeyedByTheirDay() async throws {
        try await TelemetryRoom.run { room in
            let shapes = try await room.database.read { try $0.tables() }
            for table in TelemetryDays.tables {
                let shape = try #require(shapes.first { $0.name == table.name })
                #expect(shape.key.contains(table.column))
                #expect(Schema.logChunks.text.contains("{daily:\(table.name).\(table.column):\(table.unitsPerDay)};"))
                #expect(shape.partitionColumn == (TestDatabase.isPostgres ? table.column : nil))
            }
        }
    }

    @Test func nothingChangesForRowsThatCameBeforeTheirDay() async throws {
        try await TelemetryRoom.run { room in
            try await room.send([TelemetryLines.behaviour(), TelemetryLines.crash([1: "2026-10-30 10:00:00.000"])])
            let before = try await room.derived()
            // Day after day, made ahead and twice.
            for _ in 0..<3 {
                try await room.telemetry.retention.tick()
                try await room.telemetry.retention.tick()
                room.clock.advance(by: 86_400)
                try await room.send([TelemetryLines.behaviour()])
            }
            try await room.telemetry.rebuild(app: TelemetryRoom.app)
            #expect(try await room.actives == 4)
            #expect(try await room.derived().keys.sorted() == before.keys.sorted())
        }
    }
}

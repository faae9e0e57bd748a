import Foundation
import Storage
import TestSupport
import Testing

@testable import Console

/// Moves between engines; they need a PostgreSQL server, so only the run on it has them.
@Suite(.enabled(if: TestDatabase.isPostgres)) struct MovingMigrationTests {
    /// A whole console on SQLite in a directory, whatever the run's engine is, with something in most rooms.
    private func withConsole(_ test: @Sendable (Server, Settings) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "moving-\(UUID().uuidString)").path
        defer { TestDatabase.remove(directory) }
        let settings = try MovingRoom.settings(directory)
        let server = try await Server(settings: settings)
        guard case .done = await server.outcome(of: .createApp(NewApp(name: "应用", englishName: "Demo", platforms: [.ios], zone: nil))),
            case .done = await server.outcome(of: .createToken(name: "t", scopes: [.read], app: nil, expiresInDays: nil))
        else { throw TestFailure("no app") }
        for number in 0..<20 { try await send(number, to: server) }
        _ = try await server.blobs.put(Array("an object".utf8))
        try await test(server, settings)
    }

    private func send(_ number: Int, to server: Server) async throws {
        let product = try #require(server.apps.index.app("demo")).platforms[0].logProductId
        let line = TelemetryLines.behaviour([2: product, 25: "device\(number)"])
        let crash = TelemetryLines.crash([2: product, 28: "device\(number)"])
        _ = try await server.telemetry.receive(
            TelemetryDelivery(
                door: try #require(server.apps.index.door(productID: product)),
                batchID: "b\(number)",
                receivedAt: Date(timeIntervalSince1970: Double(TelemetryLines.noon) / 1_000 + 60 + Double(number) * 40_000),
                body: Array("\(line)\n\(crash)\nno line".utf8)
            )
        )
    }

    private func end(_ server: Server) async throws -> LocalOutcome {
        while true {
            let state = try server.desk.state()
            if let outcome = state.outcome { return outcome }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    @Test func everythingIsThereAndTheOldConsoleTakesNothingMore() async throws {
        try await withConsole { server, settings in
            let before = try await MovingRoom.sums(server.database)
            let url = try await TestDatabase.empty(settings.data)
            guard case .done = await server.outcome(of: .migrate(MovingMigrationOrder(url: url, objects: nil))), case .done = try await end(server)
            else {
                throw TestFailure("not moved: \(try server.desk.state())")
            }
            // What is written is refused, what is read is not.
            let refusal = await problem { try await self.send(99, to: server) }
            #expect(refusal?.kind == .unavailable && refusal?.retryAfter == 60)
            #expect(refusal?.detail.key == "operations.readOnly")
            guard case .refused = await server.outcome(of: .createApp(NewApp(name: "x", englishName: "Other", platforms: [.ios], zone: nil))) else {
                throw TestFailure("it took something")
            }
            #expect(try await MovingRoom.sums(server.database) == before)
            try server.database.close()

            // Nobody starts the old one by mistake.
            await #expect(throws: MovingError.self) { try await Self.opened(settings) }
            let moved = try await Database(postgres: url, application: "test")
            defer { try? moved.close() }
            let after = try await MovingRoom.sums(moved)
            #expect(after.filter { !MovingRoom.lines.contains($0.key) } == before.filter { !MovingRoom.lines.contains($0.key) })
            #expect(after["log_batch"]?.rows == 20)
            #expect(after["log_chunk"]?.rows == before["log_segment"]?.rows)
            // Raw lines can be read: from them come the same figures.
            let there = try MovingRoom.settings(settings.data, url)
            let rebuilt = try await MovingRoom.rebuilt(moved, there)
            let figures = ["activity_minute", "activity_quarter", "audience_day", "crash", "device", "device_day", "user_day", "quarantine_day"]
            for table in figures { #expect(rebuilt[table] == before[table], "\(table)") }
            try await stay(settings)
        }
    }

    private static func opened(_ settings: Settings) async throws {
        let directory = try DataDirectory(settings.data + "/second")
        defer { withExtendedLifetime(directory) {} }
        _ = try await Server.openDatabase(settings, directory, .full)
    }

    private func stay(_ settings: Settings) async throws {
        try MovedNote.remove(in: settings.data)
        try MovedNote.check(settings.data)
    }

    @Test func aMoveThatCannotBeLetsWritesGoOn() async throws {
        try await withConsole { server, settings in
            let url = try await TestDatabase.url(of: settings.data)
            let other = try await Database(postgres: try #require(url), application: "test")
            try await other.write { try $0.run("INSERT INTO app (id, name, english_name, zone, created_at) VALUES ('a', 'A', 'A', 'UTC', 1)") }
            try other.close()
            _ = await server.outcome(of: .migrate(MovingMigrationOrder(url: try #require(url), objects: nil)))
            guard case .refused(let reason) = try await end(server) else { throw TestFailure("it moved into a database that is not empty") }
            #expect(reason.contains("not empty (app)"))
            try await send(99, to: server)
            // In the middle: raw lines of one app that are not there, behind those of another one that are.
            try MovingFiles.makeDirectory("\(settings.data)/segments/a")
            try Data("lines".utf8).write(to: URL(fileURLWithPath: "\(settings.data)/segments/\(TelemetrySegment(app: "a", day: 1).name)"))
            try await server.database.write {
                try $0.run("INSERT INTO log_segment (app_id, day, bytes, batches, accepted, rejected) VALUES ('a', 1, 5, 1, 1, 0)")
            }
            for file in try MovingFiles.list("\(settings.data)/segments/demo") { MovingFiles.remove("\(settings.data)/segments/demo/\(file)") }
            let objects = try MovingFiles.list("\(settings.data)/objects")
            let empty = try await TestDatabase.empty(settings.data + "/empty")
            _ = await server.outcome(of: .migrate(MovingMigrationOrder(url: empty, objects: nil)))
            guard case .refused(let second) = try await end(server) else { throw TestFailure("it moved without raw lines") }
            #expect(second.contains("takes everything again") && second.contains("DROP SCHEMA"))
            #expect(try MovingFiles.list("\(settings.data)/objects") == objects)
            guard case .done = await server.outcome(of: .createApp(NewApp(name: "x", englishName: "Other", platforms: [.ios], zone: nil))) else {
                throw TestFailure("writes are still refused")
            }
            TestDatabase.remove(settings.data + "/empty")
        }
    }

    @Test func stayingLetsWritesGoOn() async throws {
        try await withConsole { server, settings in
            let url = try await TestDatabase.empty(settings.data)
            _ = await server.outcome(of: .migrate(MovingMigrationOrder(url: url, objects: nil)))
            guard case .done = try await end(server), case .done = await server.outcome(of: .stay) else { throw TestFailure("not moved") }
            try await send(99, to: server)
            try MovedNote.check(settings.data)
        }
    }

    @Test func objectsMoveToAnotherStore() async throws {
        try await withConsole { server, settings in
            let url = try await TestDatabase.empty(settings.data)
            let store = settings.data + "/store"
            _ = await server.outcome(of: .migrate(MovingMigrationOrder(url: url, objects: store)))
            guard case .done(let json) = try await end(server) else { throw TestFailure("\(try server.desk.state())") }
            #expect(json.contains(#""objects":1"#))
            let blobs = DirectoryBlobs(directory: store)
            #expect(try await blobs.read(BlobID(of: Array("an object".utf8))) == Array("an object".utf8))
            let moved = try await Database(postgres: url, application: "test")
            defer { try? moved.close() }
            let named = try await moved.read { try $0.all("SELECT blob FROM log_chunk") { try $0[0] as BlobID } }
            #expect(!named.isEmpty)
            for id in named { #expect(try await blobs.size(id) != nil) }
        }
    }

    @Test func aBackupOfEitherIsRestoredIntoAServer() async throws {
        try await MovingRoom.run { room in
            for number in 0..<30 { try await room.send(number) }
            let figures = try await MovingRoom.sums(room.database, without: MovingRoom.lines)
            let backup = try await room.backUp()
            let url = try await TestDatabase.empty(room.other("server"))
            defer { TestDatabase.remove(room.other("server")) }
            let settings = try MovingRoom.settings(room.other("restored"), url)
            try await room.restore(backup, into: settings)
            let restored = try await Database(postgres: url, application: "test")
            defer { try? restored.close() }
            #expect(try await MovingRoom.sums(restored, without: MovingRoom.lines) == figures)
            #expect(try await restored.read { try $0.value("SELECT count(*) FROM log_batch", as: Int.self) } == 30)
            let rebuilt = try await MovingRoom.rebuilt(restored, settings)
            #expect(rebuilt["activity_minute"] == figures["activity_minute"] && rebuilt["device"] == figures["device"])

            // Not over what is there, but beside it.
            await #expect(throws: MovingError.self) { try await room.restore(backup, into: settings) }
            try await room.send(31)
            let second = try await room.backUp("second")
            let report = try await room.restore(second, into: settings, replaces: true)
            #expect(report.before?.hasPrefix("schema before_restore_") == true)
            let again = try await Database(postgres: url, application: "test")
            defer { try? again.close() }
            #expect(try await again.read { try $0.value("SELECT count(*) FROM log_batch", as: Int.self) } == 31)
            let schema = try #require(report.before?.split(separator: " ").dropFirst().first)
            #expect(try await again.read { try $0.value(SQL(trusted: "SELECT count(*) FROM \(schema).log_batch"), as: Int.self) } == 30)
        }
    }
}

import Foundation
import Storage
import TestSupport
import Testing

@testable import Console

@Suite struct DoctorTests {
    private func report(_ room: MovingRoom, free: Int = 100_000, clock: Clock = .system) async throws -> [String: DoctorFinding] {
        var doctor = Doctor(settings: room.settings, database: room.database, clock: clock)
        doctor.space = { _ in DoctorSpace(free: free << 20, total: 200 << 30) }
        let findings = try await doctor.report(MovingProgress()).findings
        #expect(Set(findings.map(\.name)).count == findings.count)
        return Dictionary(uniqueKeysWithValues: findings.map { ($0.name, $0) })
    }

    @Test func aSoundInstallationHasNothingThatFails() async throws {
        try await MovingRoom.run { room in
            chmod(room.directory, 0o700)
            try await room.telemetry.telemetry.retention.tick()
            let found = try await report(room)
            let allowed: Set = ["durability", "partitions"]
            for finding in found.values where !(TestDatabase.isPostgres && allowed.contains(finding.name)) {
                #expect(finding.state != .fail, "\(finding)")
            }
            for name in ["data", "disk", "home", "key", "objects", "schema"] { #expect(found[name]?.state == .ok, "\(name)") }
            let own = TestDatabase.isPostgres ? ["postgresql", "encoding", "connections", "clock"] : ["sqlite", "durability", "integrity"]
            for name in own { #expect(found[name]?.state == .ok, "\(name) \(String(describing: found[name]))") }
            #expect(found["public-url"]?.state == .warn)
        }
    }

    @Test func everyFindingThatIsNotWellSaysWhatToDo() async throws {
        try await MovingRoom.run { room in
            for finding in try await report(room).values where finding.state != .ok { #expect(finding.remedy?.isEmpty == false, "\(finding)") }
        }
    }

    @Test func rightsOfOthersAreFound() async throws {
        try await MovingRoom.run { room in
            chmod(room.directory, 0o755)
            chmod(room.settings.keyFile, 0o644)
            let found = try await report(room)
            #expect(found["data"]?.state == .warn && found["data"]?.remedy == "chmod 700 \(room.directory)")
            #expect(found["files"]?.state == .fail && found["files"]?.remedy == "chmod 600 \(room.settings.keyFile)")
            #expect(found["key"]?.state == .fail)
        }
    }

    @Test(arguments: [(100, DoctorFinding.State.fail), (600, .warn), (30_000, .ok)])
    func spaceThatRunsOutIsFound(_ free: Int, _ state: DoctorFinding.State) async throws {
        try await MovingRoom.run { room in
            let found = try await report(room, free: free)
            #expect(found["disk"]?.state == state)
        }
    }

    @Test func anotherKeyAndAMissingOneAreFound() async throws {
        try await MovingRoom.run { room in
            try Data(repeating: 7, count: 32).write(to: URL(fileURLWithPath: room.settings.keyFile))
            chmod(room.settings.keyFile, 0o600)
            #expect(try await report(room)["key"]?.state == .fail)
            MovingFiles.remove(room.settings.keyFile)
            let missing = try await report(room)["key"]
            #expect(missing?.state == .fail && missing?.finding.hasPrefix("there is no key file") == true)
            #expect(!FileManager.default.fileExists(atPath: room.settings.keyFile))
        }
    }

    @Test func aDirectoryAndAHomeThatAreNotThereAreFound() async throws {
        let settings = try Settings(flags: ["data": "/nowhere/at/all", "home": "/nowhere"], environment: [:])
        let (database, findings) = await Doctor.open(settings)
        #expect(database == nil && findings.map(\.name) == ["database"])
        let found = try await Doctor(settings: settings, database: nil).report(MovingProgress()).findings
        #expect(found.first { $0.name == "data" }?.state == .fail)
        #expect(found.first { $0.name == "home" }?.state == .fail)
        #expect(!FileManager.default.fileExists(atPath: "/nowhere/at/all"))
    }

    @Test func anObjectStoreThatIsAwayIsFound() async throws {
        try await MovingRoom.run { room in
            let away = "s3://bucket/prefix?endpoint=http://127.0.0.1:1&region=here"
            let keys = ["CONSOLE_S3_ACCESS_KEY": "a", "CONSOLE_S3_SECRET_KEY": "b"]
            let without = try Settings(flags: ["data": room.directory, "home": TestConsole.home, "objects": away], environment: [:])
            #expect(await Doctor(settings: without, database: nil).objects().finding.contains("CONSOLE_S3_ACCESS_KEY"))
            let settings = try Settings(flags: ["data": room.directory, "home": TestConsole.home, "objects": away], environment: keys)
            #expect(await Doctor(settings: settings, database: nil).objects().state == .fail)
        }
    }

    @Test func addressesThatCannotBeRightAreFound() throws {
        func names(_ flags: [String: String]) throws -> [String: DoctorFinding.State] {
            let settings = try Settings(flags: flags.merging(["home": TestConsole.home]) { $1 }, environment: [:])
            return Dictionary(uniqueKeysWithValues: Doctor(settings: settings, database: nil).addresses().map { ($0.name, $0.state) })
        }
        #expect(try names([:]) == ["public-url": .warn])
        #expect(try names(["public-url": "http://console.example.com"]) == ["public-url": .warn])
        #expect(try names(["public-url": "http://127.0.0.1:8080"]) == ["public-url": .ok])
        #expect(try names(["public-url": "https://console.example.com"]) == ["public-url": .ok, "trusted-proxies": .warn])
        #expect(
            try names(["public-url": "https://console.example.com", "trusted-proxies": "10.0.0.1"]) == ["public-url": .ok, "trusted-proxies": .ok]
        )
        #expect(try names(["hostname": "0.0.0.0"]) == ["public-url": .warn, "tls": .warn])
    }

    @Test(.enabled(if: !TestDatabase.isPostgres)) func aDamagedDatabaseIsFound() async throws {
        try await MovingRoom.run { room in
            for number in 0..<50 { try await room.send(number) }
            let path = room.other("damaged/console.sqlite")
            try MovingFiles.makeDirectory(room.other("damaged"))
            try await room.database.backUp(to: path)
            var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            for place in stride(from: 4_096 * 6, to: bytes.count, by: 4_096) { for offset in 0..<64 { bytes[place + offset] = 0xFF } }
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let settings = try MovingRoom.settings(room.other("damaged"))
            let (database, findings) = await Doctor.open(settings)
            let all = findings + (try await Doctor(settings: settings, database: database).report(MovingProgress()).findings)
            #expect(all.contains { $0.state == .fail && $0.remedy?.contains("console restore") == true })
            try? database?.close()
        }
    }

    @Test(.enabled(if: TestDatabase.isPostgres)) func whatAServerLacksIsFound() async throws {
        try await MovingRoom.run { room in
            // The server of tests does not flush.
            let found = try await report(room)
            let facts = try await room.database.write { try $0.facts() }
            #expect((found["durability"]?.state == .fail) == (facts.settings["fsync"] == "off"))
            let tomorrow = Int(room.telemetry.clock.now.timeIntervalSince1970) / 86_400 + 1
            try await room.database.write { connection in
                for table in Schema.dailyTables { try connection.makeDays(table, tomorrow...tomorrow) }
            }
            #expect(try await report(room, clock: room.telemetry.clock.clock)["partitions"]?.state == .ok)
            room.telemetry.clock.advance(by: 40 * 86_400)
            let late = try await report(room, clock: room.telemetry.clock.clock)
            #expect(late["partitions"]?.state == .warn && late["clock"]?.state == .warn)
        }
    }

    @Test func theRunningConsoleAnswers() async throws {
        try await TestConsole.run { console in
            guard case .done = await console.server.outcome(of: .doctor) else { throw TestFailure("refused") }
            while try console.server.desk.state().outcome == nil { try await Task.sleep(for: .milliseconds(10)) }
            guard case .done(let json) = try console.server.desk.state().outcome else { throw TestFailure("failed") }
            let report = try JSONDecoder().decode(DoctorReport.self, from: Data(json.utf8))
            #expect(report.findings.first { $0.name == "key" }?.state == .ok)
        }
    }
}

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Console
@testable import Storage

@Suite struct DoctorSpreadTests {
    private func spread() async throws -> DoctorSpread {
        let read = Mutex<DoctorSpread?>(nil)
        try await MovingRoom.run { room in
            let spread = try await DoctorSpread.read(room.database)
            read.withLock { $0 = spread }
        }
        return try #require(read.withLock { $0 })
    }

    /// The same on both engines: this list is held against each in its run.
    @Test func everyTableHasItsPlace() async throws {
        let spread = try await spread()
        #expect(spread.misfits == [])
        let places = Dictionary(uniqueKeysWithValues: spread.tables.map { ($0.name, $0.placement) })
        for table in [
            "log_batch", "log_batch_key", "log_chunk", "device_day", "user_day", "activity_minute", "crash", "feedback", "badge_ack",
            "gateway_minute",
        ] {
            #expect(places[table] == "distributed", "\(table)")
        }
        for table in ["app", "badge", "switch_version"] { #expect(places[table] == "reference", "\(table)") }
        for table in ["account", "audit_event", "job", "lease", "session"] { #expect(places[table] == "local", "\(table)") }
        // A new table without the app in front needs a reason of its own.
        #expect(spread.tables.filter { $0.reason?.contains("does not lead") == true } == [])
    }

    @Test func statementsComeInAnOrderThatIsTaken() async throws {
        let statements = try await spread().statements
        func place(_ words: String) throws -> Int { try #require(statements.firstIndex { $0.contains(words) }, "\(words)") }
        #expect(statements[0] == "SELECT create_reference_table('app');")
        #expect(try place("create_reference_table('switch_publication')") < place("create_reference_table('switch_version')"))
        #expect(try place("create_reference_table('badge')") < place("create_distributed_table('badge_ack', 'app_id')"))
        #expect(try place("create_distributed_table('feedback', 'app_id')") < place("create_distributed_table('feedback_image', 'app_id')"))
        #expect(statements == (try await spread().statements))
    }

    @Test func daysArePartitions() async throws {
        let partitions = try await spread().partitions
        #expect(
            partitions.contains(
                "CREATE TABLE log_batch_DAY PARTITION OF log_batch FOR VALUES FROM (DAY * 86400000) TO ((DAY + 1) * 86400000); -- by range of received_at"
            )
        )
        #expect(partitions.count == Schema.dailyTables.count)
    }

    // MARK: tables that do not fit

    private func table(_ name: String, key: [String], references: [String] = []) -> TableShape {
        TableShape(name: name, columns: key.map { .init(name: $0, kind: .text) }, key: key, partitionColumn: nil, references: references)
    }

    private func reasons(_ tables: [TableShape], _ rules: [String: TableRules] = [:], _ daily: [DailyTable] = []) throws -> [String] {
        try DoctorSpread(tables, rules: rules, daily: daily).misfits.map { "\($0.table): \($0.reason)" }
    }

    @Test func whatStandsInTheWayIsNamed() throws {
        var rules = TableRules()
        rules.unique = [["email"], ["app_id", "email"]]
        rules.counted = ["number"]
        #expect(
            try reasons([table("visit", key: ["app_id", "number"])], ["visit": rules]) == [
                "visit: unique (email) does not contain app_id, so no shard can see to it",
                "visit: number is counted up by a sequence, which all shards would wait for",
            ]
        )
        #expect(
            try reasons([table("visit", key: ["app_id", "id"])], [:], [DailyTable("visit", column: "day", unitsPerDay: 1)])
                == ["visit: its primary key does not contain day, by which it is partitioned"]
        )
    }

    @Test func referencesStayInTheShardOrGoToCopies() throws {
        func reference(_ columns: [String], _ target: String, _ targets: [String]) -> TableRules {
            var rules = TableRules()
            rules.references = [TableRules.Reference(columns: columns, table: target, targets: targets)]
            return rules
        }
        let tables = [
            table("page", key: ["app_id", "id"]), table("visit", key: ["app_id", "id"], references: ["page"]), table("app", key: ["id"]),
            table("account", key: ["id"]),
        ]
        #expect(try reasons(tables, ["visit": reference(["app_id", "page"], "page", ["app_id", "id"])]) == [])
        #expect(try reasons(tables, ["visit": reference(["app_id"], "app", ["id"])]) == [])
        #expect(
            try reasons(tables, ["visit": reference(["page"], "page", ["id"])])
                == ["visit: it refers to page without app_id: the row may be in another shard"]
        )
        #expect(
            try reasons(tables, ["visit": reference(["who"], "account", ["id"])]) == [
                "visit: it refers to account, which is on the coordinator alone"
            ]
        )
        #expect(try reasons(tables, ["account": reference(["page"], "page", ["id"])]) == ["account: it refers to page, whose rows are in shards"])
    }

    /// What the engine says of a table, on whichever engine the run is.
    @Test func rulesAreReadFromTheEngine() async throws {
        try await MovingRoom.run { room in
            let (shapes, rules) = try await room.database.read { connection in
                let shapes = try connection.tables()
                return (shapes, try Dictionary(uniqueKeysWithValues: shapes.map { ($0.name, try connection.rules(of: $0)) }))
            }
            #expect(rules["app_platform"]?.unique == [["app_key"]])
            #expect(rules["account"]?.unique == [["email"]])
            #expect(
                rules["feedback_image"]?.references == [.init(columns: ["app_id", "feedback_id"], table: "feedback", targets: ["app_id", "id"])]
            )
            #expect(rules["session"]?.references.map(\.table) == ["account"])
            #expect(rules["switch_version"]?.references.first?.columns == ["app_id", "number"])
            #expect(rules.values.allSatisfy { $0.counted.isEmpty })
            #expect(shapes.allSatisfy { !$0.key.isEmpty })
            try await room.database.write { try $0.session.script(TestDatabase.isPostgres ? Self.countedOnServer : Self.countedInFile) }
            let counted = try await room.database.read { try $0.rules(of: try #require(try $0.tables().first { $0.name == "counted" })) }
            #expect(counted.counted == ["id"])
        }
    }

    private static let countedOnServer = "CREATE TABLE counted (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY)"
    private static let countedInFile = "CREATE TABLE counted (id INTEGER PRIMARY KEY AUTOINCREMENT)"
}

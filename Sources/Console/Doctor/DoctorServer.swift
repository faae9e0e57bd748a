import Foundation
import Storage

/// A PostgreSQL server and the nodes on it.
extension Doctor {
    func server(_ database: Database, _ facts: DatabaseFacts) async throws -> [DoctorFinding] {
        let findings = [version(facts), durability(facts), encoding(facts), checksums(facts)]
        return findings + [try await connections(database, facts), try await clocks(database)] + (try await partitions(database))
    }

    private func version(_ facts: DatabaseFacts) -> DoctorFinding {
        let major = Int(facts.version.prefix { $0.isNumber }) ?? 0
        return major >= 15 ? .ok("postgresql", facts.version) : .fail("postgresql", "\(facts.version) is too old", "15 or newer is needed")
    }

    private func durability(_ facts: DatabaseFacts) -> DoctorFinding {
        let off = ["fsync", "full_page_writes", "synchronous_commit"].filter { facts.settings[$0] == "off" }
        guard off.isEmpty else {
            let remedy = "set \(off.map { "\($0) = on" }.joined(separator: ", ")) in postgresql.conf, and restart the server"
            return .fail(
                "durability",
                "\(off.joined(separator: ", ")) off: acknowledged uploads would be lost when the server's machine fails",
                remedy
            )
        }
        let commit = facts.settings["synchronous_commit"] ?? "?"
        return .ok("durability", "fsync and full_page_writes on, synchronous_commit \(commit)")
    }

    private func encoding(_ facts: DatabaseFacts) -> DoctorFinding {
        let encoding = facts.settings["server_encoding"] ?? "?"
        guard encoding == "UTF8" else { return .fail("encoding", "the database's encoding is \(encoding)", "make the database with ENCODING 'UTF8'") }
        return .ok(
            "encoding",
            "UTF8; texts sort by their bytes in every table, whatever the database's collation (\(facts.settings["collation"] ?? "?")) is"
        )
    }

    private func checksums(_ facts: DatabaseFacts) -> DoctorFinding {
        guard facts.settings["data_checksums"] == "on" else {
            return .warn(
                "checksums",
                "pages have no checksums: a disk that changes bytes is not noticed",
                "pg_checksums --enable, while the server is stopped"
            )
        }
        return .ok("checksums", "on")
    }

    /// Each node has its pool, and one connection more that listens.
    private func connections(_ database: Database, _ facts: DatabaseFacts) async throws -> DoctorFinding {
        let limit = (Int(facts.settings["max_connections"] ?? "") ?? 0) - (Int(facts.settings["superuser_reserved_connections"] ?? "") ?? 0)
        let nodes = max(1, try await aliveNodes(database))
        let needed = nodes * (Database.usualConnections + 1)
        let finding = "\(limit) connections are allowed, \(facts.settings["connections"] ?? "?") are open; \(nodes) nodes may want \(needed)"
        guard needed <= limit else {
            return .fail("connections", finding, "raise max_connections to at least \(needed + 10), or put PgBouncer (session mode) in between")
        }
        return needed * 4 > limit * 3 ? .warn("connections", finding, "raise max_connections before nodes are added") : .ok("connections", finding)
    }

    private func aliveNodes(_ database: Database) async throws -> Int {
        try await database.read { connection in
            guard try connection.schemaVersion() ?? 0 >= Schema.nodes.number else { return 0 }
            return try connection.countNodes(seenAfter: try connection.now().addingTimeInterval(-NodeState.silence))
        }
    }

    private func clocks(_ database: Database) async throws -> DoctorFinding {
        let before = clock.now
        let server = try await database.read { try $0.now() }
        let middle = before.addingTimeInterval(clock.now.timeIntervalSince(before) / 2)
        let difference = server.timeIntervalSince(middle)
        let finding = String(format: "this machine's clock is %.1f s from the database's", abs(difference))
        guard abs(difference) < 2 else {
            return .warn(
                "clock",
                finding + "; the console goes by the database's, logs and other programs do not",
                "set up time synchronisation (chrony) here and there"
            )
        }
        return .ok("clock", finding)
    }

    /// Retention makes days ahead; without the next one rows have nowhere to go at midnight.
    private func partitions(_ database: Database) async throws -> [DoctorFinding] {
        guard try await database.read({ try $0.schemaVersion() ?? 0 }) >= Schema.logChunks.number else { return [] }
        let tomorrow = Int(clock.now.timeIntervalSince1970) / 86_400 + 1
        let late = try await database.read { connection in
            try Schema.dailyTables.filter { table in try connection.madeDays(table).map { !$0.contains(tomorrow) } ?? false }.map(\.name)
        }
        guard late.isEmpty else {
            return [
                .warn(
                    "partitions",
                    "there is none for tomorrow of \(late.joined(separator: ", "))",
                    "a running node makes them within a minute: see whether one has the schedulers' lease"
                )
            ]
        }
        return [.ok("partitions", "made ahead for \(Schema.dailyTables.count) tables")]
    }
}

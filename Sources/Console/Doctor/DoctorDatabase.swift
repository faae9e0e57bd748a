import Foundation
import Storage

/// What both engines are asked, and SQLite.
extension Doctor {
    func checks(of database: Database) async -> [DoctorFinding] {
        do {
            // Inside a write, so that SQLite's answers are the writer's; while writes are refused a read has to do.
            let facts: DatabaseFacts
            do {
                facts = try await database.write(.readCommitted) { try $0.facts() }
            } catch StorageError.readOnly {
                facts = try await database.read { try $0.facts() }
            }
            let common = [try await schema(database), try await space(of: database, facts)]
            switch database.kind {
            case .sqlite: return common + [version(facts), durability(facts), try await integrity(database)]
            case .postgres: return common + (try await server(database, facts))
            }
        } catch {
            return [
                .fail(
                    "database",
                    "\(database.name) cannot be read: \(error)",
                    "look at the console's log; console restore BACKUP puts a backup in its place"
                )
            ]
        }
    }

    private func schema(_ database: Database) async throws -> DoctorFinding {
        let known = Schema.migrations.map(\.number).max() ?? 0
        guard let found = try await database.read({ try $0.schemaVersion() }) else {
            return .warn("schema", "\(database.name) is empty", "console serve, or console migrate, makes the schema")
        }
        if found > known {
            return .fail(
                "schema",
                "\(database.name) has schema \(found), this console knows up to \(known)",
                "start the newer console, or restore a backup made by this one"
            )
        }
        return found < known
            ? .warn("schema", "schema \(found) of \(known)", "console serve, or console migrate, brings it up to date") : .ok("schema", "\(found)")
    }

    private func space(of database: Database, _ facts: DatabaseFacts) async throws -> DoctorFinding {
        .ok("database", "\(database.name) takes \(facts.bytes >> 20) MiB")
    }

    /// sqlite.org/wal.html, "The WAL-reset bug": versions before this one can damage a file that two connections write or checkpoint at once.
    private static let safeWAL = [3, 51, 3]

    private func version(_ facts: DatabaseFacts) -> DoctorFinding {
        let parts = facts.version.split(separator: ".").compactMap { Int($0) }
        guard parts.lexicographicallyPrecedes(Self.safeWAL) else { return .ok("sqlite", facts.version) }
        return .ok(
            "sqlite",
            facts.version,
            note:
                "before 3.51.3 two programs that write the same file can damage it: the console has one writer, let no other program write console.sqlite"
        )
    }

    private func durability(_ facts: DatabaseFacts) -> DoctorFinding {
        let (journal, synchronous) = (facts.settings["journal_mode"] ?? "?", facts.settings["synchronous"] ?? "?")
        let finding = "journal_mode \(journal), synchronous \(synchronous)"
        // 2 is FULL. A reader that answers while writes are refused has it as well.
        guard journal == "wal", synchronous == "2" else {
            return .fail(
                "durability",
                finding + ": acknowledged uploads would be lost at a power cut",
                "start the console as it is delivered; nothing else sets these"
            )
        }
        return .ok("durability", finding)
    }

    private func integrity(_ database: Database) async throws -> DoctorFinding {
        let damage = try await database.longRead { try $0.damage() }
        guard damage.isEmpty else {
            return .fail(
                "integrity",
                damage.prefix(3).joined(separator: "; "),
                "stop the console and run console restore with the last good backup; it keeps the damaged file"
            )
        }
        return .ok("integrity", "every page of the database is sound")
    }
}
